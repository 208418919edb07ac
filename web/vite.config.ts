import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The pages are built into the gateway, which serves them. `vite` alone serves them while they are worked on, beside a running platform. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // The gateway puts the nonce of each answer in the place of this mark.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: '../gateway/dist/web',
    emptyOutDir: true,
    manifest: true,
    // The policy of the pages allows data: for images only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    // These know light-dark(): made for older ones it would need a color-scheme where it is used.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  },
  server: { proxy: { '/console/api': 'http://127.0.0.1:4000' } },
  logLevel: 'warn',
});
