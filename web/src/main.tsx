import { createRoot } from 'react-dom/client';
import { styleNonce } from './lib/style-nonce.js';
import { App } from './frame/App.js';

// The scroll lock of dialogs makes its style element by itself and looks for the nonce here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });

createRoot(document.querySelector('#root')!).render(<App />);
