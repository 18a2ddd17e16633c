import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type PluginOption } from 'vite';
import { siteImagesPlugin } from './build/site-images-plugin.ts';

/** On one machine the user pool answers over plain http, which Amplify knows nothing of. No other mode may touch it. */
async function localPlugins(mode: string): Promise<PluginOption[]> {
  if (mode !== 'localdev') return [];
  // Computed, so that neither the compiler nor a bundler reaches into the local services from here.
  const module = new URL('../local/amplify-over-http.ts', import.meta.url).href;
  const { amplifyOverHttp } = (await import(module)) as { amplifyOverHttp: () => PluginOption };
  return [amplifyOverHttp()];
}

/** Two entries: the prerendered public pages, and the shells of everything behind a sign-in. `build/site.ts` runs it. */
export default defineConfig(async ({ mode }) => ({
  root: import.meta.dirname,
  publicDir: false as const,
  plugins: [react(), tailwindcss(), siteImagesPlugin(), ...(await localPlugins(mode))],
  build: {
    outDir: join(import.meta.dirname, '../dist/site'),
    emptyOutDir: true,
    manifest: true,
    target: 'baseline-widely-available',
    // The policy of the pages allows neither data: fonts nor inline scripts and styles.
    assetsInlineLimit: 0,
    rolldownOptions: { input: ['app/entry.tsx', 'app/shell-entry.tsx'] },
  },
}));
