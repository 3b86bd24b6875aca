// Watches the line to the kernel, and tells the learner what becomes of it.
//
// Three things can be wrong: the server does not answer, the websocket is cut, or the kernel is dead (or another process
// than before, which has forgotten this page). The first two mend themselves; the last one needs a new page. A busy kernel
// is none of them: the server is asked, not the kernel.
(() => {
  'use strict';
  const EVERY = 500; // ms between two questions, while somebody looks
  const PATIENCE = 1000; // ms to wait for an answer
  const THINKING = 400; // ms a kernel may be busy before it is shown
  const READING = 900; // ms the banner stands before the page is reloaded
  const ONCE = 60000; // ms within which the page reloads itself only once
  const GRACE = 3000; // ms after Voila's own rendering that a tutor has to say that it is painted
  const RELOADED = 'rallyman:reloaded';

  const words = JSON.parse(document.getElementById('rallyman-words').textContent);
  const seen = id => document.getElementById(id);

  // -- The still picture ------------------------------------------------------------------------------------------------

  const leave = () => {
    const start = seen('rallyman-start');
    if (!start) return;
    start.classList.add('leaving');
    setTimeout(() => start.remove(), 200);
  };
  window.addEventListener('rallyman:ready', leave);
  window.addEventListener('rallyman:rendered', () => setTimeout(leave, GRACE));

  // -- The banner -------------------------------------------------------------------------------------------------------

  let shown = '';
  const show = what => {
    if (what === shown) return;
    shown = what;
    const banner = seen('rallyman-banner');
    banner.replaceChildren();
    if (!what) return;
    const box = document.createElement('div');
    const text = document.createElement('span');
    text.textContent = words[what];
    const button = document.createElement('button');
    button.className = 'rallyman-button';
    button.textContent = words.reload;
    button.onclick = async () => { if (await ask()) location.reload(); }; // where nobody answers there is no page to load
    box.append(text, button);
    banner.append(box);
  };

  const reloadOnce = () => {
    let last = 0;
    try {
      last = Number(sessionStorage.getItem(RELOADED));
      sessionStorage.setItem(RELOADED, Date.now());
    } catch { return 'dead'; } // without memory it might reload for ever
    if (Date.now() - last < ONCE) return 'dead';
    setTimeout(() => location.reload(), READING);
    return 'reloading';
  };

  // -- The question -----------------------------------------------------------------------------------------------------

  const kernel = () => window.jupyterapp?.widgetManager?.kernel;
  let address, life, dead = '', cut = false, asking = false, next;

  const ask = async () => {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), PATIENCE);
    try {
      const answer = await fetch(address, { cache: 'no-store', signal: stop.signal });
      return answer.ok ? await answer.json() : null;
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
    }
  };

  const look = async () => {
    if (asking || dead || !address) return;
    clearTimeout(next);
    if (document.hidden) return;
    asking = true;
    const answer = await ask();
    asking = false;
    life ??= answer?.life;
    if (answer && (!answer.alive || answer.life !== life)) {
      show(dead = reloadOnce());
      return;
    }
    const line = kernel();
    const open = !line || !wasOpen || line.connectionStatus === 'connected';
    if (answer && !open) line.reconnect().catch(() => {}); // its own next try may be half a minute away
    show(answer && (open || !cut) ? '' : 'lost'); // a websocket that is back at the next look was no loss
    cut = !open;
    next = setTimeout(look, EVERY);
  };
  document.addEventListener('visibilitychange', look);
  window.addEventListener('online', look);
  window.addEventListener('offline', look);

  // -- The kernel's own word --------------------------------------------------------------------------------------------

  let wasOpen = false, busy;
  const follow = () => {
    const line = kernel();
    if (!line) return void setTimeout(follow, 200);
    const connection = () => {
      wasOpen ||= line.connectionStatus === 'connected';
      if (wasOpen) look();
    };
    const status = () => {
      clearTimeout(busy);
      if (line.status === 'busy') busy = setTimeout(() => { seen('rallyman-thinking').textContent = words.thinking; }, THINKING);
      else seen('rallyman-thinking').textContent = '';
    };
    line.connectionStatusChanged.connect(connection);
    line.statusChanged.connect(status);
    connection();
    status();
  };

  const begin = () => {
    const config = JSON.parse(seen('jupyter-config-data')?.textContent ?? '{}');
    if (!config.kernelId) return;
    address = `${config.baseUrl}rallyman/alive/${config.kernelId}`;
    look();
    follow();
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
  else begin();
})();
