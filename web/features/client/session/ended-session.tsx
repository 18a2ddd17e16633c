import type { GallerySession } from '#shared/contract/sessions/sessions.ts';
import { isolated } from '#shared/text/isolated.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { useStudio } from '../../../ui/content.tsx';
import { StudioContact } from '../../../ui/studio-contact.tsx';
import { Screen } from '../screen.tsx';

/** The page of a session whose gallery has ended: that it has, since when, and how to ask the studio. */
export default function EndedSession({ session }: { session: GallerySession }) {
  const { email } = useStudio();
  const subject = encodeURIComponent(`Please open my gallery again: ${isolated(session.session_name)}`);
  return (
    <Screen title={session.session_name}>
      <p className="mt-6 max-w-prose text-lg">{session.end_line}</p>
      <p className="mt-2 max-w-prose text-mute">
        Your photos, favorites and notes are not deleted: the studio can open it again.
      </p>
      <div className="mt-6 mb-4">
        <ButtonLink to={`mailto:${email}?subject=${subject}`}>Ask the studio</ButtonLink>
      </div>
      <StudioContact />
    </Screen>
  );
}
