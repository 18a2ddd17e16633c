import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fontsPlugin } from './build/fonts.ts';
import { siteImagesPlugin } from './build/site-images-plugin.ts';

/** Two entries: the prerendered public pages, and the shells of everything behind a sign-in. `build/site.ts` runs it. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [react(), tailwindcss(), fontsPlugin(), siteImagesPlugin()],
  build: {
    emptyOutDir: true,
    manifest: true,
    target: 'baseline-widely-available',
    // The policy of the pages allows neither data: fonts nor inline scripts and styles.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['app/entry.tsx', 'app/shell-entry.tsx'],
      output: {
        // Few files, since each costs a request. What seldom changes stays with browsers from release to release; what
        // public pages share with private ones stands apart, because those must load nothing else of them.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/,
              priority: 4,
            },
            {
              name: 'basics',
              test: /[\\/](shared[\\/](studio|limits|media|errors)|web[\\/](ui[\\/](icons|logo|logo-mark|restore-scroll)|app[\\/](lazily|public-paths|not-found|screen-boundary)))\.tsx?$|preload-helper/,
              priority: 3,
            },
            // What every gallery visit needs, Amplify's part for the signed-in among it.
            {
              name: 'portal',
              test: /web[\\/](app[\\/](private-root|client-shell|logout-button)|features[\\/]client[\\/](gallery|photo-list|queries|screen)|photos[\\/](photo-card|photo-frames|photo-grid|photo-note|picture|in-words)|lib[\\/](?!sign-in\.|in-app-browser)|ui[\\/](button|dialog|notice|sidebar|focus-main))|node_modules[\\/](@tanstack[\\/](react-query|query-core)|thumbhash|hono)[\\/]/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
