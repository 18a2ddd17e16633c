import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fontsPlugin } from './build/fonts.ts';

/**
 * The guests' page, a build of its own: it shares source files with the client area and no chunk with it. With Preact
 * in place of React, which is two thirds of its bytes otherwise.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [react(), tailwindcss(), fontsPlugin()],
  resolve: {
    alias: {
      'react/jsx-runtime': 'preact/jsx-runtime',
      'react-dom/client': 'preact/compat/client',
      'react-dom': 'preact/compat',
      react: 'preact/compat',
    },
  },
  build: {
    // Beside the files of the other build.
    emptyOutDir: false,
    manifest: 'guest-manifest.json',
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: 'app/guest-entry.tsx',
      // The router, which shared files import and this build leaves out, looks up hooks that Preact does not have.
      checks: { importIsUndefined: false },
    },
  },
});
