import path from 'node:path';
import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const NAMESPACE_IMPORT = "import * as z from 'zod';";

/** The replacement of zod is an object with every property, which a namespace cannot be: modules import the object instead. */
const schemasAsObject: Plugin = {
  name: 'schemas-as-object',
  enforce: 'pre',
  transform: (code) =>
    code.includes(NAMESPACE_IMPORT) ? code.replace(NAMESPACE_IMPORT, "import { z } from 'zod';") : undefined,
};

/** Long lists and what they are made of, which the React Compiler compiles (ADR 30). */
const LISTS = [
  /\/src\/ui\/(DataTable|FilterBar)\.tsx$/,
  /\/src\/lib\/(api|columns|list-settings)\.ts$/,
  /\/src\/areas\/store\/(products\/(ProductsPage|StockCell)|prices\/PricesPage|stock\/StockPage|orders\/OrdersPage|customers\/CustomersPage)\.tsx$/,
];

/**
 * The pages are built into the gateway, which serves them. `vite` alone serves them during development, beside a
 * running platform.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [schemasAsObject, react(), babel({ presets: [reactCompilerPreset()], include: LISTS })],
  resolve: { alias: { zod: path.join(import.meta.dirname, 'src/lib/no-schemas.ts') } },
  // The gateway replaces this placeholder with the nonce of each response.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: '../gateway/dist/web',
    emptyOutDir: true,
    manifest: true,
    // The content security policy allows data: for images only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Modules that most pages use are one chunk: split by their users they are many small ones, which compress worse.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 38 }] } } },
    target: 'es2022',
    // Browsers that support light-dark(): its fallback for older ones ignores the theme that Mantine sets.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
  },
  server: { proxy: { '/console/api': 'http://127.0.0.1:4000' } },
  logLevel: 'warn',
});
