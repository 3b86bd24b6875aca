// @ts-check
// Watches over the page from its first byte on, and tells the learner what becomes of it. It stands in the page's head:
// whatever else does not come, it is there.
//
// A page that does not come to life is started afresh, three times at most; then there is a button. Once it lives,
// three things can go wrong: the server does not answer, the websocket is cut, or the kernel is dead (or another
// process than before, which has forgotten this page). The first two mend themselves; the last one needs a new page. A
// busy kernel is none of them: the server is asked, not the kernel, and on the kernel's own line, so that the answer
// says that the line is open.
(() => {
  'use strict';
  const TICK = 500; // ms between two looks
  const OFTEN = 450, SELDOM = 10000; // ms between two questions: at every look while somebody does something, and else
  const DOES = 30000; // ms after a key or a press in which somebody does something
  const SLOW = 900; // ms without an answer that are shown as waiting, two looks behind the question
  const LOST = 8000; // ms without an answer that are shown as a line that is cut
  const GIVES_UP = 5000; // ms that one question by HTTP may take
  const THINKING = 400; // ms a kernel may be busy before it is shown
  const LONG = 6000; // ms after which a page that is still coming says that it waits
  const READING = 900; // ms the banner stands before the page is loaded again; three times as long the next time
  const AFRESH = 3, WITHIN = 600000; // how often the page starts afresh by itself, in how many ms
  const GRACE = 3000; // ms after Voila's own rendering in which a tutor's board is awaited

  // Seconds without anything new after which a page will not come to life any more. They are counted in looks: a
  // browser or a machine that is held up itself makes fewer of them.
  const PATIENCE = { page: 60, scripts: 30, line: 20, widget: 30, busy: 90 };

  /** @param {string} id */
  const seen = id => document.getElementById(id);
  /** @type {Record<string, Record<string, string>>} */
  const spoken = JSON.parse(seen('rallyman-words')?.textContent ?? '');
  const words = () => spoken[document.documentElement.lang] ?? spoken.en;
  const manager = () => window.jupyterapp?.widgetManager;

  // -- A model is waited for ------------------------------------------------------------------------------------------
  //
  // ipywidgets looks for a widget's model for two seconds and then gives it up for good, also when it comes in this
  // moment. In a crowd kernels take about that long. Here it is given when it comes. Voila shows what it has
  // rendered right after it has made itself known under this name, so this comes before the first model is asked for.
  /** @param {VoilaWidgets} widgets */
  const wait = widgets => {
    const get = widgets.get_model.bind(widgets);
    widgets.get_model = id => widgets.has_model(id) ? get(id) : new Promise(resolve => {
      /**
       * @param {unknown} _
       * @param {string} came
       */
      const look = (_, came) => {
        if (came !== id) return;
        widgets.modelRegistered.disconnect(look);
        resolve(get(id));
      };
      widgets.modelRegistered.connect(look);
    });
    widgets.modelRegistered.connect(() => { news++; });
  };
  Object.defineProperty(window, 'jupyterapp', {
    configurable: true,
    set(/** @type {VoilaApp} */ app) {
      Object.defineProperty(window, 'jupyterapp', { value: app, configurable: true, writable: true });
      if (app.widgetManager) wait(app.widgetManager);
      follow();
    },
  });

  // -- The line to the kernel -----------------------------------------------------------------------------------------

  /** @type {WebSocket | null} */
  let socket = null;
  let tried = 0, refused = 0, wasOpen = false, pending = false, news = 0;
  const isOpen = () => socket?.readyState === WebSocket.OPEN;

  window.WebSocket = class extends WebSocket {
    /** @param {ConstructorParameters<typeof WebSocket>} asked */
    constructor(...asked) {
      super(...asked);
      if (!/\/api\/kernels\/[^/]+\/channels/.test(this.url)) return;
      let opened = false;
      socket = this;
      mended = performance.now();
      pending = false;
      tried++;
      this.addEventListener('open', () => { opened = wasOpen = true; next = 0; look(); });
      this.addEventListener('close', () => {
        if (!opened) refused++;
        if (socket === this) { pending = false; next = 0; look(); }
      });
      this.addEventListener('message', event => {
        if (typeof event.data !== 'string' || !event.data.startsWith(QUESTION)) { news++; return; }
        event.stopImmediatePropagation(); // ours, and none of Jupyter's
        if (socket === this) pending = false;
        answered(JSON.parse(event.data.slice(QUESTION.length)));
      });
    }
  };

  // -- The banner -----------------------------------------------------------------------------------------------------

  let shown = '';
  /** @param {string} what of our words */
  const show = what => {
    const banner = seen('rallyman-banner');
    if (what === shown || !banner) return;
    shown = what;
    banner.replaceChildren();
    if (!what) return;
    const box = document.createElement('div');
    const text = document.createElement('span');
    text.textContent = words()[what];
    const button = document.createElement('button');
    button.className = 'rallyman-button';
    button.textContent = words().reload;
    button.onclick = async () => { if (await answers()) { forget(); location.reload(); } };
    box.append(text, button);
    banner.append(box);
  };

  let busy = false, thinks = 0;
  const murmur = () => {
    if (window.rallymanShown?.waits) return; // it says itself what it waits for
    const mark = seen('rallyman-thinking'), isSlow = !over && lives && silent() > SLOW;
    const unlessSlow = busy ? words().thinking : '';
    const text = isSlow ? words().waiting : unlessSlow;
    if (mark && mark.textContent !== text) mark.textContent = text;
  };

  // -- Starting afresh ------------------------------------------------------------------------------------------------

  const MEMORY = 'rallyman:afresh';
  let over = false;
  const forget = () => { try { sessionStorage.removeItem(MEMORY); } catch { /* then nothing was kept */ } };

  // Whether the server answers. If it did not, loading the page would show the browser's own error page, and end there.
  const answers = () => fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(() => true, () => false);

  const again = async () => {
    if (await answers()) return location.reload();
    show('lost');
    setTimeout(again, 2000);
  };

  /** @param {string} why of our words */
  const afresh = why => {
    if (over) return;
    over = true;
    murmur();
    /** @type {number[] | null} */
    let starts;
    try {
      starts = JSON.parse(sessionStorage.getItem(MEMORY) ?? '[]');
      starts = (starts ?? []).filter(time => Date.now() - time < WITHIN);
      if (starts.length < AFRESH) sessionStorage.setItem(MEMORY, JSON.stringify([...starts, Date.now()]));
    } catch { starts = null; } // without storage the starts cannot be counted
    if (!starts || starts.length >= AFRESH) return show(why);
    show(`${why}-again`);
    setTimeout(again, READING * 3 ** starts.length);
  };

  // -- The question whether the kernel lives --------------------------------------------------------------------------

  const QUESTION = 'rallyman?';
  /** @type {KernelConfig | undefined} */
  let config;
  /** @type {string | null | undefined} */
  let life; // of the kernel: another process has another one
  let since = 0; // when the question was asked that is not answered yet
  let refusal = false, asking = false, next = 0, acted = performance.now(), shut = 0, mended = 0, heard = 0;
  const silent = () => since && performance.now() - since;

  /** @param {KernelAnswer} answer */
  const answered = answer => {
    if (over) return;
    since = 0;
    refusal = false;
    life ??= answer.life;
    if (!answer.alive || answer.life !== life) return afresh('dead');
    shut = wasOpen && !isOpen() ? shut + 1 : 0; // a websocket that is back at the next look was no loss
    if (shut) reconnect();
    show(shut > 1 ? 'lost' : '');
    murmur();
  };

  const reconnect = () => { // its own next try may be half a minute away
    const pause = socket?.readyState === WebSocket.CLOSED ? 2 * OFTEN : LOST;
    if (!wasOpen || performance.now() - mended < pause) return;
    mended = performance.now();
    manager()?.kernel.reconnect().catch(() => {});
  };

  /** @param {KernelConfig} config */
  const ask = async config => {
    since ||= performance.now();
    if (isOpen() && !pending) {
      pending = true;
      socket?.send(QUESTION);
    }
    if (asking || isOpen() && silent() < SLOW * 3) return;
    asking = true;
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), GIVES_UP);
    try {
      const address = `${config.rallymanAsked}alive/${config.kernelId}`;
      const answer = await fetch(address, { cache: 'no-store', signal: stop.signal });
      if (!answer.ok) throw new Error(String(answer.status));
      const told = await answer.json();
      heard = performance.now();
      refusal = false;
      if (!isOpen() || !pending || !told.alive) answered(told);
      else if (silent() > LOST) reconnect(); // the server lives, and this line is dead
    } catch {
      refusal ||= !stop.signal.aborted;
    } finally {
      clearTimeout(timer);
      asking = false;
    }
  };

  const look = () => {
    if (over || document.hidden) return;
    read();
    const now = performance.now();
    if (config && (now >= next || since)) {
      next = now + (!lives || now - acted < DOES ? OFTEN : SELDOM);
      ask(config);
    }
    const isLost = silent() > LOST && (lives || now - heard > LOST); // a line that only just opens is slow to answer
    if (refusal || isLost) show('lost');
    murmur();
  };

  const acts = () => {
    const now = performance.now();
    if (now - acted > OFTEN) { acted = now; next = Math.min(next, now + TICK); }
  };
  for (const what of ['pointerdown', 'keydown']) window.addEventListener(what, acts, { capture: true, passive: true });
  window.addEventListener('rallyman:kernel', () => { // the page is there, whether somebody sees it or not
    read();
    if (config) ask(config);
  });
  document.addEventListener('visibilitychange', () => { next = 0; look(); });
  window.addEventListener('online', () => { next = 0; look(); });
  window.addEventListener('offline', () => { next = 0; look(); });

  const read = () => {
    if (config) return;
    try {
      const told = JSON.parse(seen('jupyter-config-data')?.textContent ?? '');
      if (told.kernelId) config = told;
    } catch { /* it is not there yet, or half of it */ }
  };

  // -- Coming to life -------------------------------------------------------------------------------------------------

  let lives = false, rendered = 0, broken = false, still = 0, before = '', last = performance.now();

  const live = () => {
    if (lives || over) return;
    lives = true;
    acted = performance.now();
    const start = seen('rallyman-start');
    if (!start) return;
    start.classList.add('leaving');
    setTimeout(() => start.remove(), 200);
  };
  // What was drawn beforehand may be seen by now, and still waits for its kernel.
  window.addEventListener('rallyman:ready', () => { if (!window.rallymanShown?.waits) live(); });
  window.addEventListener('rallyman:alive', live);
  window.addEventListener('rallyman:rendered', () => { rendered = performance.now(); });
  window.addEventListener('rallyman:broken', () => { broken = true; });
  window.addEventListener('error', ({ target }) => { if (target instanceof HTMLScriptElement) broken = true; }, true);

  // What Voila has rendered: still awaited, faulty, or there.
  const outputs = () => {
    const main = seen('rendered_cells'), all = main ? [...main.querySelectorAll('.jp-OutputArea-output')] : [];
    const told = all.map(output => output.textContent?.trim() ?? '');
    /** @param {string} text */
    const isFault = text => /^(Error displaying widget|Javascript Error)/.test(text)
      || [words().cell, words().slow].some(word => text.includes(word));
    if (main?.querySelector('.jupyter-widgets-error-widget') || told.some(isFault)) return 'faulty';
    if (main?.querySelector('script[type$="cell-output+json"]') || told.includes('Loading widget...')) return 'awaited';
    return 'there';
  };

  // What is waited for, of all that has to come before a board is there.
  const awaited = () => {
    if (document.readyState === 'loading') return 'page';
    if (!tried) return 'scripts';
    if (!wasOpen) return 'line';
    return busy ? 'busy' : 'widget';
  };

  const come = () => {
    const found = outputs();
    if (broken || found === 'faulty') return afresh('unborn');
    const hasNoBoard = found === 'there' && !document.querySelector('.rt');
    if (rendered && hasNoBoard && performance.now() - rendered > GRACE) return live();
    const stage = awaited();
    const now = [stage, Boolean(config), document.readyState, Boolean(window.jupyterapp), news].join();
    still = now === before ? still + 1 : 0;
    before = now;
    const isGivenUp = still * TICK > PATIENCE[stage] * 1000 || refused > 2 && !wasOpen;
    if (isGivenUp) afresh(stage === 'line' && !refusal ? 'closed' : 'unborn');
    const waiting = seen('rallyman-waiting');
    if (waiting && performance.now() > LONG) waiting.textContent = words().long;
  };

  setInterval(() => {
    const now = performance.now(), held = now - last > 6 * TICK; // the machine slept, or had no time for us
    last = now;
    if (over || document.hidden) return;
    look();
    if (!lives && !held) come();
  }, TICK);

  // Voila ends the kernel of a page that is left, once its scripts are there; until then it is ended here. A phone that
  // closes a tab tells only that the page is hidden for good. A page that comes back afterwards needs a new kernel.
  let isEnded = false;
  const end = () => {
    read();
    if (!config || isEnded) return;
    isEnded = true;
    const goodbye = new FormData();
    goodbye.append('_xsrf', document.cookie.match(/\b_xsrf=([^;]*)/)?.[1] ?? '');
    navigator.sendBeacon(`${config.baseUrl}voila/api/shutdown/${config.kernelId}`, goodbye);
  };
  window.addEventListener('beforeunload', () => {
    if (manager()) isEnded = true;
    else end();
  });
  window.addEventListener('pagehide', end);
  window.addEventListener('pageshow', (event) => { if (event.persisted && isEnded) location.reload(); });

  // -- The kernel's own word ------------------------------------------------------------------------------------------

  const follow = () => {
    const kernel = manager()?.kernel;
    if (!kernel) return;
    const status = () => {
      clearTimeout(thinks);
      busy = false;
      if (kernel.status === 'busy') thinks = setTimeout(() => { busy = true; murmur(); }, THINKING);
      else murmur();
    };
    kernel.statusChanged.connect(status);
    status();
  };
})();
