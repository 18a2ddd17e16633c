import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { credentials, region } from '../addresses.ts';
import { AwsError } from '../services/service.ts';

/** Sends one email of the user pool; resolves once SES has accepted it. */
export type SendEmail = (to: string, email: { subject: string; text: string }) => Promise<void>;

/** Cognito's default sender address. */
const sender = 'no-reply@verificationemail.com';

/**
 * Returns the function that sends a pool's emails.
 * @param sesEndpoint endpoint of the local SES; without it every call that sends an email fails
 */
export function emailSender(sesEndpoint: string | undefined): SendEmail {
  const ses = sesEndpoint && new SESv2Client({ region, endpoint: sesEndpoint, credentials });
  return async (to, { subject, text }) => {
    if (!ses) throw notDelivered('this user pool was started without an sesEndpoint');
    try {
      await ses.send(
        new SendEmailCommand({
          FromEmailAddress: sender,
          Destination: { ToAddresses: [to] },
          Content: { Simple: { Subject: { Data: subject }, Body: { Text: { Data: text } } } },
        }),
      );
    } catch (error) {
      throw notDelivered(error instanceof Error ? error.message : String(error));
    }
  };
}

const notDelivered = (reason: string) =>
  new AwsError('CodeDeliveryFailureException', `The email could not be sent: ${reason}.`);
