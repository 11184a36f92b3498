export { folders, requireFolder } from './folder.js';
