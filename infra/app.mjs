// The CDK app as cdk.json starts it: `npx cdk deploy` refuses a wrong Node with the same sentence as `npm run deploy`.
// Older versions can't load app.ts.
import { isOldNode, nodeTrouble, oldNode } from './node-version.mjs';

const trouble = isOldNode ? oldNode : nodeTrouble(process.version);
if (trouble) {
  console.error(`\n${trouble}\n`);
  process.exitCode = 1;
} else {
  await import('./app.ts');
}
