import { origin, studioAddresses } from './addresses.ts';
import { buildStale } from './build.ts';
import { demoAdmin, demoPeople, demoStaff } from './data/demo-people.ts';
import { seed } from './data/seed.ts';
import { requireData, StudioFailureError, startStudio } from './studio.ts';

/** `npm start`: runs the whole studio on this machine. */
const addresses = studioAddresses();
const report = (message: string) => console.log(message);
let stopping = false;

try {
  // Check the data before the build, which takes a minute.
  await requireData(addresses);
  await buildStale(report);
  const studio = await startStudio(addresses, (failure) => {
    console.error(`\n${failure.message}\n`);
    process.exit(1);
  });
  const stop = async () => {
    stopping = true;
    // A second signal ends the process at once.
    process.once('SIGINT', () => process.exit(130));
    await studio.close();
    process.exit(0);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  await seed(addresses, report);
  report(welcome());
} catch (error) {
  // A signal interrupted the seeding. The next start continues it, so this is no error.
  if (!stopping) {
    console.error(
      `\n${error instanceof StudioFailureError ? error.message : error instanceof Error ? error.stack : error}\n`,
    );
    process.exit(1);
  }
}

function welcome(): string {
  const people = demoPeople.map(
    ({ name, email, email_verified }) =>
      `    ${name} <${email}>${email_verified ? '' : '  (address not verified by Google)'}`,
  );
  return `
  The studio is open:    ${addresses.site}
  Sent emails:          http://localhost:${addresses.ports.ses}

  Sign in as the studio: ${addresses.site}/admin-login
    ${demoAdmin.email}  ${demoAdmin.password}
    ${demoStaff.email}  ${demoStaff.password}  (staff)

  Sign in as a client:   ${addresses.site}/client-login  (a local stand-in plays Google: ${origin(addresses, 'google')})
${people.join('\n')}

  Everything is kept in ${addresses.data}; 'npm run reset' clears it. Stop with Ctrl+C.
`;
}
