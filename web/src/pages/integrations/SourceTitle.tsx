import type { Source } from '../../features/getting-started/sources.js';
import { BackLink } from '../../parts/BackLink.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { gallery } from './gallery.js';

/** The title of a source without a form of its own, and the way back. */
export const SourceTitle = ({ source }: { source: Source }) => (
  <>
    <BackLink to={gallery.to} label={gallery.label} />
    <PageTitle title={source.name} />
  </>
);
