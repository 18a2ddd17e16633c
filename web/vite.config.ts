import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fontsPlugin } from './build/fonts.ts';
import { gallerySourcesPlugin } from './build/gallery-sources.ts';
import { reactModulesPlugin } from './build/react-modules.ts';
import { siteImagesPlugin } from './build/site-images-plugin.ts';

/**
 * The build of two entries: the prerendered public pages, and the shells of everything behind a sign-in.
 * `build/site.ts` runs it.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [reactModulesPlugin(), react(), gallerySourcesPlugin(), tailwindcss(), fontsPlugin(), siteImagesPlugin()],
  resolve: {
    alias: [{ find: /^\.\.\/utils\/cookie\.js$/, replacement: join(import.meta.dirname, 'build/no-cookies.ts') }],
  },
  build: {
    emptyOutDir: true,
    manifest: true,
    target: 'baseline-widely-available',
    // The Content-Security-Policy allows neither `data:` fonts nor inline scripts and styles.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['app/entry.tsx', 'app/shell-entry.tsx'],
      output: {
        // Short hashes, because the gallery's first visit loads the names of all client screens' files; their 42 bits tell
        // the versions of one file apart.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // Few chunks, because each costs a request. Rarely changing code has its own chunk, so that browsers keep it
        // cached over releases. Code shared by public and private pages is separate, so that public pages load no
        // private code.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@remix-run)[\\/]|react-modules:/,
              priority: 4,
            },
            {
              name: 'basics',
              test: /[\\/](shared[\\/](studio|limits|errors|logo-mark|photos[\\/](media|crop-percent))|web[\\/](ui[\\/](content|icons|logo|email-address|fields[\\/]character-count|status[\\/]in-time|navigation[\\/](keep-focus|restore-scroll))|app[\\/](render[\\/]document-content|routes[\\/](lazily|public-paths|router-future|screen-boundary)|shells[\\/]waiting-notice)|lib[\\/](browser[\\/](drafts|storage)|query[\\/]patience)))\.tsx?$|preload-helper/,
              priority: 3,
            },
            // Code shared by the sign-in pages and the public pages.
            {
              name: 'frame',
              test: /[\\/]web[\\/](app[\\/]shells[\\/]site-frame|features[\\/]public[\\/](site-picture|site-image))\.tsx?$/,
              priority: 3,
            },
            // Amounts and states that several screens show: one file in place of four of 200 bytes.
            {
              name: 'money',
              test: /[\\/](shared[\\/](money[\\/]currency|time[\\/]long-date|offers[\\/]offer-state)|web[\\/]ui[\\/]price)\.tsx?$/,
              priority: 2,
            },
            // Small code that several private screens use.
            {
              name: 'small',
              test: /[\\/](shared[\\/]text[\\/]isolated|web[\\/](ui[\\/](is-mounted|status[\\/]progress)|lib[\\/](browser[\\/]save-file|sizes)|features[\\/]client[\\/](standing-path|session[\\/]attachments-anchor)))\.tsx?$/,
              priority: 2,
            },
            // Code that every gallery visit needs.
            {
              name: 'portal',
              test: /web[\\/](app[\\/](shells[\\/](private-root|client-shell|logout-button)|routes[\\/]screen-route)|features[\\/]client[\\/](session[\\/](gallery|api)|photos[\\/](photo-list|api)|favorites[\\/]api|quotes[\\/]api|opening|screen)|photos[\\/](photo-card|photo-note|format-photo-count|grid[\\/](photo-frames|photo-grid|masonry|window-cards)|image[\\/](photo-image|image-))|lib[\\/](?!(?:\w+[\\/])?(?:account-deleted|amplify\.|begun-sign-ins|capture-time|code-sign-in|dates|media-query|own-path|save-file|share\.|sizes|remembered-email|sign-in\.|in-app-browser))|ui[\\/](button|layers[\\/]dialog|status[\\/]notice|navigation[\\/](sidebar|focus-main)))|shared[\\/](time[\\/]calendar-date|text[\\/]format-count)|node_modules[\\/](@tanstack[\\/](react-query|query-core)[\\/](?!.*\/(useQueries|queriesObserver|useMutation|mutationObserver)\.)|thumbhash[\\/]|hono[\\/])/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
