import { origin, studioAddresses } from './addresses.ts';
import { buildStale } from './build.ts';
import { demoAdmin, demoPeople, demoStaff } from './data/demo-people.ts';
import { seed } from './data/seed.ts';
import { requireData, StudioFailureError, startStudio } from './studio.ts';

/** `npm start`: the whole studio on this machine. */
const of = studioAddresses();
const say = (what: string) => console.log(what);
let stopping = false;

try {
  // Before the build, which takes a minute.
  await requireData(of);
  await buildStale(say);
  const studio = await startStudio(of, (failure) => {
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
  await seed(of, say);
  say(welcome());
} catch (error) {
  // Interrupted while seeding: the next start continues, so this is no error.
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
  The studio is open:    ${of.site}
  Sent emails:          http://localhost:${of.ports.ses}

  Sign in as the studio: ${of.site}/admin-login
    ${demoAdmin.email}  ${demoAdmin.password}
    ${demoStaff.email}  ${demoStaff.password}  (staff)

  Sign in as a client:   ${of.site}/client-login  (a local stand-in plays Google: ${origin(of, 'google')})
${people.join('\n')}

  Everything is kept in ${of.data}; 'npm run reset' clears it. Stop with Ctrl+C.
`;
}
