import { DeleteSuppressedDestinationCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import config from '../../../studio.config.ts';
import { addressOf, run } from '../command-line.ts';

const usage = `Usage: npm run studio:allow-email -- <email>

  Removes an address from the list of addresses to which AWS sends no more emails, because one was returned or marked as spam.`;

/**
 * Removes the address from SES's suppression list.
 * @returns whether it was on the list
 */
export async function allowEmail(ses: SESv2Client, EmailAddress: string): Promise<boolean> {
  try {
    await ses.send(new DeleteSuppressedDestinationCommand({ EmailAddress }));
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'NotFoundException') return false;
    throw error;
  }
}

async function main(): Promise<void> {
  const address = addressOf(process.argv[2], usage);
  const wasListed = await allowEmail(new SESv2Client({ region: config.region }), address);
  console.log(wasListed ? `Emails go to ${address} again.` : `${address} is not on the list: emails go there.`);
}

if (import.meta.main) run(main);
