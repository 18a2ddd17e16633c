import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const prefix = '\0react-modules:';
const modules = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'];

/**
 * Vite plugin: gives each of React's CommonJS modules an ECMAScript module, which the application imports. Otherwise
 * each chunk converts them itself, with helpers of the bundler in a file of their own that costs a further request.
 */
export function reactModulesPlugin(): Plugin {
  return {
    name: 'react-modules',
    enforce: 'pre',
    resolveId(id, importer, { kind }) {
      const isConverted = modules.includes(id) && kind === 'import-statement' && !importer?.startsWith(prefix);
      return isConverted ? prefix + id : null;
    },
    load(id) {
      if (!id.startsWith(prefix)) return null;
      const name = id.slice(prefix.length);
      const names = Object.keys(require(name) as object).filter((exported) => !exported.startsWith('__'));
      return `import all from '${name}'; export default all; export const { ${names.join(', ')} } = all;`;
    },
  };
}
