import type { Plugin } from 'vite';

/**
 * Makes Amplify use plain http for the managed login of this machine.
 * Amplify takes the managed login's domain without a scheme and puts https before it in four places; no option changes
 * that. This plugin changes those four lines while Vite reads them, and nothing else. It is for local builds only: a
 * build for AWS must not contain it.
 */
const folder = '@aws-amplify/auth/dist/esm/';
const edits: Record<string, { from: string; to: string }> = {
  'providers/cognito/apis/signInWithRedirect.mjs': {
    from: '`https://$' + '{domain}/oauth2/authorize',
    to: '`http://$' + '{domain}/oauth2/authorize',
  },
  'providers/cognito/utils/oauth/completeOAuthFlow.mjs': {
    from: "'https://' + domain + '/oauth2/token'",
    to: "'http://' + domain + '/oauth2/token'",
  },
  'providers/cognito/utils/oauth/oAuthSignOutRedirect.mjs': {
    from: '`https://$' + '{domain}/logout',
    to: '`http://$' + '{domain}/logout',
  },
  'utils/openAuthSession.mjs': { from: "url.replace('http://', 'https://')", to: 'url' },
};

/**
 * Returns the Vite plugin.
 * @throws while building when Amplify's source differs from the source that the edits were made for
 */
export function amplifyOverHttp(): Plugin {
  const edited = new Set<string>();
  return {
    ...editing(edited),
    enforce: 'pre',
    // `vite dev` pre-bundles dependencies without the site's plugins.
    config: () => ({ optimizeDeps: { rolldownOptions: { plugins: [editing(new Set())] } } }),
    buildEnd(error) {
      if (error || this.environment.mode !== 'build') return;
      const usesAmplify = [...this.getModuleIds()].some((id) => pathIn(id) !== undefined);
      const missing = Object.keys(edits).filter((file) => !edited.has(file));
      if (usesAmplify && missing.length > 0) {
        this.error(
          `amplify-over-http: the bundle has Amplify's auth but not ${missing.join(', ')}, which it must edit.`,
        );
      }
    },
  };
}

/**
 * Returns the plugin's transform.
 * @param edited receives the names of the edited files
 */
function editing(edited: Set<string>): Pick<Plugin, 'name' | 'transform'> {
  return {
    name: 'amplify-over-http',
    transform: {
      filter: { id: /@aws-amplify[\\/]auth[\\/]dist[\\/]esm/ },
      handler(code: string, id: string) {
        const file = pathIn(id);
        const edit = file === undefined ? undefined : edits[file];
        if (file === undefined || !edit) return null;
        if (code.split(edit.from).length !== 2) {
          throw new Error(
            `amplify-over-http: ${folder}${file} does not contain ${edit.from} exactly once. Look at what this version of Amplify does there and adapt the edit.`,
          );
        }
        edited.add(file);
        return { code: code.replace(edit.from, () => edit.to), map: null };
      },
    },
  };
}

/** Returns a module's path inside Amplify's auth; undefined for any other module. */
function pathIn(id: string): string | undefined {
  const path = id.replaceAll('\\', '/').split('?')[0] ?? '';
  const start = path.lastIndexOf(folder);
  return start === -1 ? undefined : path.slice(start + folder.length);
}
