// @ts-check
// What JupyterLab and Notebook know of the tutor: a card in the launcher, an entry in the help menu. Both open it in a
// tab of the browser, where it has the whole window.
//
// JupyterLab takes extensions as containers of module federation, which a bundler usually writes. This one is small
// enough to be written by hand: `init` is handed the modules that all share, `get` gives ours as soon as those are
// there that it builds on.
(() => {
  'use strict';
  const NAME = 'rallyman-tutor', COMMAND = 'rallyman-tutor:open', LABEL = 'Rallyman Tutor';
  const CAPTION = 'Learn rally games on a drawn board';
  const ICON = `<svg xmlns="http://www.w3.org/2000/svg" width="16" viewBox="0 0 32 32">
    <rect x="2" y="2" width="28" height="28" rx="7" fill="#1d2126"/>
    <rect x="3.5" y="3.5" width="25" height="25" rx="5.5" fill="none" stroke="#ff8a7a" stroke-width="1.5"/>
    <g fill="#faf7f2"><circle cx="10" cy="10" r="2.6"/><circle cx="22" cy="10" r="2.6"/>
    <circle cx="16" cy="16" r="2.6"/><circle cx="10" cy="22" r="2.6"/><circle cx="22" cy="22" r="2.6"/></g></svg>`;

  /** @type {LabModules} */
  let shared = {};

  /**
   * A module that others share; nothing where nobody shares it, as in a page without a launcher.
   *
   * @param {string} name
   */
  const take = async name => {
    const versions = Object.values(shared[name] ?? {});
    const used = versions.find(version => version.loaded) ?? versions.at(-1);
    return used && (await used.get())();
  };

  const extension = async () => {
    const names = ['launcher', 'mainmenu', 'ui-components'];
    const [launcher, menu, ui] = await Promise.all(names.map(name => take(`@jupyterlab/${name}`)));
    /** @type {LabPlugin[]} */
    const plugins = [{
      id: `${NAME}:command`,
      description: 'Opens the tutor.',
      autoStart: true,
      activate: app => {
        const icon = ui && new ui.LabIcon({ name: `${NAME}:die`, svgstr: ICON });
        app.commands.addCommand(COMMAND, {
          label: LABEL, caption: CAPTION, icon,
          execute: () => {
            window.open(`${app.serviceManager.serverSettings.baseUrl}rallyman/`, '_blank', 'noopener');
          },
        });
      },
    }];
    if (launcher) plugins.push({
      id: `${NAME}:launcher`,
      description: 'A card in the launcher.',
      autoStart: true,
      optional: [launcher.ILauncher], // Notebook 7 has none
      activate: (_, cards) => { cards?.add({ command: COMMAND, category: 'Other', rank: 90 }); },
    });
    if (menu) plugins.push({
      id: `${NAME}:help`,
      description: 'An entry in the help menu.',
      autoStart: true,
      optional: [menu.IMainMenu],
      activate: (_, menus) => { menus?.helpMenu.addGroup([{ command: COMMAND }], 90); },
    });
    return { __esModule: true, default: plugins };
  };

  (window._JUPYTERLAB ??= {})[NAME] = {
    init: scope => { shared = scope; },
    get: async () => { const module = await extension(); return () => module; },
  };
})();
