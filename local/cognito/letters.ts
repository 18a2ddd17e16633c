import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { credentials, region } from '../addresses.ts';
import { AwsError } from '../service.ts';

/** Sends one of the pool's letters; it is sent when the promise resolves. */
export type SendLetter = (to: string, letter: { subject: string; words: string }) => Promise<void>;

/** The address that Cognito itself writes from. */
const sender = 'no-reply@verificationemail.com';

/** @param sesEndpoint where SES answers; without it the pool can send no letters, and calls that need one fail */
export function letterSender(sesEndpoint: string | undefined): SendLetter {
  const ses = sesEndpoint && new SESv2Client({ region, endpoint: sesEndpoint, credentials });
  return async (to, { subject, words }) => {
    if (!ses) throw notDelivered('this user pool was started without an sesEndpoint');
    try {
      await ses.send(
        new SendEmailCommand({
          FromEmailAddress: sender,
          Destination: { ToAddresses: [to] },
          Content: { Simple: { Subject: { Data: subject }, Body: { Text: { Data: words } } } },
        }),
      );
    } catch (error) {
      throw notDelivered(error instanceof Error ? error.message : String(error));
    }
  };
}

const notDelivered = (reason: string) =>
  new AwsError('CodeDeliveryFailureException', `The letter could not be sent: ${reason}.`);
