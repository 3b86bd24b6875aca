// What remoteEntry.js, the tutor's card in JupyterLab, meets there. Lab's own modules are whatever this Lab has.

/** Modules that extensions share: by name and version. */
type LabModules = Record<string, Record<string, { loaded?: boolean | number; get(): Promise<() => any> }>>;

interface LabPlugin {
  id: string;
  description: string;
  autoStart: boolean;
  optional?: unknown[];
  activate(app: any, ...found: any[]): void;
}

interface Window {
  _JUPYTERLAB?: Record<string, { init(shared: LabModules): void; get(): Promise<() => unknown> }>;
}

/** A page that shows the tutor before its kernel is there (`served.js`). */
interface Window {
  rallymanShown?: { readonly model: object; readonly waits: boolean; takes(model: object): void };
}
