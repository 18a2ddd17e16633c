import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import config from '../studio.config.ts';
import { type FunctionName, functions } from './blueprint.ts';
import { bundle, packageForLambda } from './bundle.ts';
import { checkedConfig, type StudioConfig, stackName } from './config.ts';
import { readSiteBuild } from './edge/site-build.ts';
import { StudioStack } from './studio-stack.ts';

/**
 * What `npx cdk deploy` deploys: builds the site and the functions, then the stack.
 * With `-c removable=true` without protection against deletion, which infra/commands/destroy.ts needs first.
 * With `-c example=true` (for a look, never for a deployment) the example's addresses pass and a site that is built stays.
 */
async function main(): Promise<void> {
  const app = new App();
  const isExample = app.node.tryGetContext('example') === 'true';
  const checked = checkedConfig(config, isExample);
  if (!isExample || !existsSync('dist/site-build.json')) buildSite(checked, isExample);

  const folders = new Map<FunctionName, string>();
  for (const name of Object.keys(functions) as FunctionName[]) {
    await bundle(name);
    folders.set(name, await packageForLambda(name));
  }
  new StudioStack(app, stackName, {
    config: checked,
    site: { folder: join('dist', 'site'), build: await readSiteBuild() },
    functionCode: (name) => Code.fromAsset(folders.get(name)!),
    isRemovable: app.node.tryGetContext('removable') === 'true',
  });
}

/** Always anew: a deployment must not bring out what was built some other day, or for this machine. */
function buildSite({ domain }: StudioConfig, isExample: boolean): void {
  const { status } = spawnSync(process.execPath, ['web/build/site.ts'], {
    // The CLI reads the assembly's address from here, not from the output.
    stdio: ['ignore', process.stderr, process.stderr],
    env: {
      ...process.env,
      ...(domain && { SITE_ORIGIN: `https://${domain.name}` }),
      ...(isExample && { STUDIO_DEMO_PHOTOGRAPHS: '1' }),
    },
  });
  if (status !== 0) throw new Error('The site could not be built; the reason stands above.');
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
