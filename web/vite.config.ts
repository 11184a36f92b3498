import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = process.env['FARTHING_URL'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  // The server puts a nonce of its own into every answer.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // Tells the build what the first page loads.
    manifest: true,
    license: { fileName: '.vite/bundled-packages.json' },
    // An inlined image or style would need a laxer content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      output: {
        // What the frame and the first page load, with all that they import, in one file instead of forty, and
        // what charts load; `scripts/check-first-page-size.mjs` knows them by these names.
        codeSplitting: {
          groups: [
            {
              name: 'first',
              test: /web\/src\/(frame\/App|pages\/overview\/(Overview|preload))\.tsx?$/,
            },
            { name: 'charts', test: /web\/src\/parts\/chart\/echarts\.ts$/ },
          ],
        },
      },
    },
    // Browsers that know light-dark() themselves.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
  },
  server: { proxy: { '/v2': api, '/console': api, '/files': api } },
});
