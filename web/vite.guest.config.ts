import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fontsPlugin } from './build/fonts.ts';

/**
 * The build of the guests' page. It shares source files with the client area, but no chunk. Preact replaces React,
 * which would otherwise be two thirds of its bytes.
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
    // The other build's files are in the same folder.
    emptyOutDir: false,
    manifest: 'guest-manifest.json',
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: 'app/guest-entry.tsx',
      // Shared files import the router, which this build leaves out; the router looks up hooks that Preact does not
      // have.
      checks: { importIsUndefined: false },
    },
  },
});
