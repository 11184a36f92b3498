export { canvases } from './canvas.js';
export { refreshCanvas } from './refresh-canvas.js';
export { refreshCanvases, refreshOneCanvas } from './refresh-canvases.js';
