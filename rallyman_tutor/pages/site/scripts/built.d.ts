// What is written beside these scripts when a site is written.

declare module "*/build.js" {
  export const DARK: Record<string, string>;
  export const LANGUAGES: string[];
  export const LOCK: string;
  export const PAGES: Record<string, string>;
  export const TABLES: string[];
}

declare module "*/pyodide.mjs" {
  export function loadPyodide(wishes: object): Promise<any>;
}

declare module "*/tutor.js" {
  const tutor: { parts: string[]; render(view: { model: object; el: HTMLElement; signal?: AbortSignal }): () => void };
  export default tutor;
}
