import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The pages are built into the gateway, which serves them. `vite` alone serves them while they are worked on, beside a running platform. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { alias: { zod: path.join(import.meta.dirname, 'src/lib/no-schemas.ts') } },
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
    // Browsers that know light-dark(): what stands for it in older ones does not see the theme that Mantine sets.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
  },
  server: { proxy: { '/console/api': 'http://127.0.0.1:4000' } },
  logLevel: 'warn',
});
