import { WebsiteEditor } from '../../features/admin/website/editor.tsx';
import { builtInPictures } from '../render/built-in-pictures.ts';
import { SitePreview } from '../render/site-preview.tsx';

/** 'Website': the editor beside a preview by the components of the public pages. */
export const Component = () => <WebsiteEditor Preview={SitePreview} builtIn={builtIn} />;

const builtIn = builtInPictures();
