// Voila, as far as the frame around the tutor meets it, and a line to the kernel. Both do what a test wishes; see frame.py.
// A wish is kept in the tab, and so holds for the next load as well.
if (location.protocol === "http:") {
  const frame = (window.frame = { lines: [], questions: 0, registers, wishes: JSON.parse(sessionStorage.wishes) });

  if (frame.wishes.hidden) Object.defineProperty(document, "hidden", { value: true });

  const signal = () => {
    const hearing = new Set();
    return {
      connect: (act) => hearing.add(act),
      disconnect: (act) => hearing.delete(act),
      emit: (told) => hearing.forEach((act) => act(null, told)),
    };
  };

  navigator.sendBeacon = (address, form) => {
    const said = JSON.parse(sessionStorage.goodbyes ?? "[]");
    sessionStorage.goodbyes = JSON.stringify([...said, [new URL(address, location.href).pathname, form.get("_xsrf")]]);
    return true;
  };

  window.WebSocket = class extends EventTarget {
    static OPEN = 1;
    static CLOSED = 3;
    readyState = 0;

    constructor(address) {
      super();
      this.url = address;
      frame.lines.push(this);
      if (frame.wishes.line === "open") queueMicrotask(() => this.becomes(WebSocket.OPEN, "open"));
      if (frame.wishes.line === "refused") queueMicrotask(() => this.ends());
    }

    becomes(state, event) {
      this.readyState = state;
      this.dispatchEvent(new Event(event));
    }

    ends() {
      this.becomes(WebSocket.CLOSED, "close");
      if (frame.wishes.line === "refused") setTimeout(connects, 1000); // as Jupyter tries again
    }

    send(question) {
      frame.questions++;
      const { answers, kernel } = frame.wishes;
      const data = question + JSON.stringify(kernel);
      if (answers) queueMicrotask(() => this.dispatchEvent(new MessageEvent("message", { data })));
    }
  };

  const models = new Map();
  const kernel = { status: "idle", statusChanged: signal(), reconnect: async () => connects() };
  const widgetManager = {
    kernel,
    modelRegistered: signal(),
    has_model: (id) => models.has(id),
    get_model: async (id) => models.get(id) ?? Promise.reject(new Error(`${id} is not there`)),
  };

  function connects() {
    new WebSocket(`ws://${location.host}/api/kernels/1-2-3-4-5/channels`);
  }

  function registers(id, model) {
    models.set(id, model);
    widgetManager.modelRegistered.emit(id);
  }

  frame.becomes = (status) => {
    kernel.status = status;
    kernel.statusChanged.emit(status);
  };

  // What stands in place of Voila's script calls this.
  frame.starts = () => {
    window.jupyterapp = { widgetManager };
    connects();
    const { line, output } = frame.wishes;
    if (line !== "open" || output === null) return;
    for (const waiting of document.querySelectorAll("script[type$='cell-output+json']")) {
      const place = waiting.parentElement;
      place.innerHTML = `<div class="jp-OutputArea-output">${output}</div>`;
    }
    window.themeLoaded = true;
    window.voila_finish();
  };
}
