// Runs on any Node, before any module that needs Node 24; so it has no dependency and is plain JavaScript.

/** The sentence for a Node older than 20. Node 20 installs the packages, among them Node 24, which runs the studio. */
export const oldNode = `This is Node ${process.versions.node}. Please install Node 20 or newer, then run the command again.`;

export const isOldNode = majorOf(process.versions.node) < 20;

/**
 * Returns the major version; 0 for none.
 * @param {string} version `24.1.0` or `v24.1.0`; empty for none
 */
function majorOf(version) {
  return Number(/^v?(\d+)/.exec(version)?.[1] ?? 0);
}

/**
 * Returns why the studio can't run on a version of Node, and what to do; undefined when it can.
 * @param {string} version as `node --version` prints it; empty for none
 */
export function nodeTrouble(version) {
  if (majorOf(version) >= 24) return undefined;
  return `The studio runs on Node 24, and this is ${version || 'none'}. Either install Node 24, or let npm fetch it: npm rebuild node --allow-scripts=node`;
}
