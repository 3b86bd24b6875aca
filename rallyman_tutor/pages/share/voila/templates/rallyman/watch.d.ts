// What watch.js meets in a page: Voila's own program and what the page was told of its kernel.

interface VoilaWidgets {
  get_model(id: string): Promise<unknown>;
  has_model(id: string): boolean;
  modelRegistered: VoilaSignal<string>;
  kernel: { status: string; statusChanged: VoilaSignal<string>; reconnect(): Promise<void> };
}

interface VoilaSignal<Told> {
  connect(act: (from: unknown, told: Told) => void): void;
  disconnect(act: (from: unknown, told: Told) => void): void;
}

interface VoilaApp {
  widgetManager?: VoilaWidgets;
}

interface Window {
  jupyterapp?: VoilaApp;
}

interface KernelConfig {
  baseUrl: string;
  kernelId: string;
  /** Where our server is asked. */
  rallymanAsked: string;
}

/** Whether the kernel lives, and which of its lives it is. */
interface KernelAnswer {
  alive: boolean;
  life: string | null;
}
