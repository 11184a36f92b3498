export { currencies } from './currencies.js';
export { seedWorkspace } from './seed-workspace.js';
export { Workspace, workspaces } from './workspace.js';
