// The page that shows the tutor, as the tests have it: a model as anywidget gives one to our script.

const state = await tutorOpens(location.pathname);
const hearing = new Map(); // event: what hears it

const model = {
  get: (name) => state[name],
  on(event, act) {
    hearing.set(event, [...(hearing.get(event) ?? []), act]);
  },
  off(event, act) {
    hearing.set(event, (hearing.get(event) ?? []).filter((one) => one !== act));
  },
  send(intent) {
    host.sent.push(intent);
    host.unanswered++;
    tutorHears(intent).then((messages) => {
      messages.forEach((one) => (host.late ? host.late.push(one) : host.take(one)));
      host.unanswered--;
    });
  },
};

/** A canvas such as Jupyter shows inside of us, painted already. */
function canvas() {
  const el = document.createElement("canvas");
  el.getContext("2d").fillRect(0, 0, el.width, el.height);
  return el;
}

if (!sessionStorage.isWithoutCanvas) {
  model.widget_manager = { get_model: async () => ({}), create_view: async () => ({ el: canvas(), remove() {} }) };
}

window.host = {
  model,
  hearing,
  sent: [],
  unanswered: 0, // how many of them
  isReady: false,
  late: null, // messages that are held back, where a test wants to give them itself
  fire(event) {
    for (const act of hearing.get(event) ?? []) act();
  },
  take(change) {
    Object.assign(state, change);
    for (const name of Object.keys(change)) host.fire(`change:${name}`);
  },
};
addEventListener("rallyman:ready", () => {
  host.isReady = true;
  host.atFirst = [...document.querySelectorAll(".rt-map b")].map((title) => title.textContent);
});

const { default: tutor } = await import(new URLSearchParams(location.search).get("script") ?? "/tutor.js");
host.tutor = tutor;
host.end = tutor.render({ model, el: document.querySelector("main") });
