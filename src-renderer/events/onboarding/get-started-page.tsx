import { Link, useNavigate } from '@tanstack/react-router';
import { Page } from '../../ui/page/page.tsx';
import classes from './onboarding.module.css';
import { FirstSteps } from './onboarding.tsx';
import { words } from './words.ts';

/** Shows the first steps, for any project at any time. */
export function GetStartedPage() {
  const navigate = useNavigate();
  return (
    <Page
      title={words.getStarted}
      description={words.getStartedHint}
      actions={<Link to="/glossary">{words.glossary}</Link>}
    >
      <div className={classes.steps}>
        <FirstSteps onSent={(uuid) => void navigate({ to: '/live', search: { selected: uuid } })} />
      </div>
    </Page>
  );
}
