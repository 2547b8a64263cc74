import { PersonFlags } from '../../flags/test/person-flags.tsx';
import { MarkedTimeline } from '../../person-preview/marked-timeline.tsx';
import { PreviewTab } from '../../person-preview/preview-tab.tsx';
import { PersonPage } from '../../persons/person-page.tsx';

/** Shows a person, with the flags and actions of features to the right. */
export const SavedPersonPage = () => (
  <PersonPage
    facts={(person) => <PersonFlags person={person} />}
    timeline={(person) => <MarkedTimeline personId={person.id} />}
    preview={(person) => <PreviewTab person={person} />}
  />
);
