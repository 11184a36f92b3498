export { nameObjects } from './favourite-kinds.js';
