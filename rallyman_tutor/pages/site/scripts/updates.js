// @ts-check
// Keeps the site for when there is no network, and offers a newer version of it; nobody is made to change in a game.

/** @param {(act: () => void) => void} offer shows the offer; `act` is what accepting it does */
export async function offerUpdates(offer) {
  if (!("serviceWorker" in navigator)) return;
  try {
    const kept = await navigator.serviceWorker.register("service.js", { updateViaCache: "none" });
    const told = () => {
      const { waiting } = kept;
      if (!waiting || !navigator.serviceWorker.controller) return;
      offer(() => {
        navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
        waiting.postMessage("go");
      });
    };
    told();
    kept.addEventListener("updatefound", () => {
      const coming = kept.installing;
      coming?.addEventListener("statechange", () => coming.state === "installed" && told());
    });
  } catch (error) {
    console.warn("the site cannot be kept for later", error); // as in a private window
  }
}
