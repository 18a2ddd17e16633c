import { useStudio } from '../content.tsx';

/** The document's title of a screen. */
export const PageTitle = ({ screen }: { screen: string }) => <title>{`${screen} | ${useStudio().name}`}</title>;
