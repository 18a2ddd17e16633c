import { useStudio } from '../content.tsx';
import { QrCode } from './qr-code.tsx';

/**
 * The key for an authenticator app, in three ways: as a QR code, as a link for this device, and as text to type.
 * @param linkFor returns the key's `otpauth:` link with the studio's name
 */
export function AuthenticatorKey({ secret, linkFor }: { secret: string; linkFor: (studio: string) => string }) {
  const link = linkFor(useStudio().name);
  return (
    <>
      <p>
        Scan this with the app, or{' '}
        <a href={link} className="inline-link font-semibold">
          open it on this device
        </a>
        .
      </p>
      <QrCode
        text={link}
        label="QR code for the authenticator app"
        className="mt-3 size-52 border border-line bg-white p-2"
      />
      <p className="mt-3 text-mute">Or type this key into the app:</p>
      <p className="mt-1 font-semibold tracking-wide select-all [overflow-wrap:anywhere]">{inFours(secret)}</p>
    </>
  );
}

const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;
