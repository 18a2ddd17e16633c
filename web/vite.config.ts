import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { siteImagesPlugin } from './build/site-images-plugin.ts';

/** Two entries: the prerendered public pages, and the shells of everything behind a sign-in. `build/site.ts` runs it. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [react(), tailwindcss(), siteImagesPlugin()],
  build: {
    emptyOutDir: true,
    manifest: true,
    target: 'baseline-widely-available',
    // The policy of the pages allows neither data: fonts nor inline scripts and styles.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['app/entry.tsx', 'app/shell-entry.tsx'],
      output: {
        // What every page needs and what seldom changes: one file, kept by browsers from release to release.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/ },
          ],
        },
      },
    },
  },
});
