import { Link } from '@tanstack/react-router';
import looks from '../text.module.css';
import { uiWords } from '../words.ts';
import classes from './tag-list.module.css';

type Props = { tags: string[]; to: '/actions' | '/experiments' | '/feature-flags'; label: (tag: string) => string };

/** Lists tags, each a link to the things that have it; at most `most`. */
export function TagList({ tags, to, label, most = tags.length }: Props & { most?: number }) {
  const shown = tags.length > most ? tags.slice(0, 1) : tags;
  if (tags.length === 0) return <span className={looks.muted}>–</span>;
  return (
    <span className={classes.tags} title={tags.join(', ')}>
      {shown.map((tag) => (
        <Link key={tag} to={to} search={{ tag: [tag] }} className={classes.tag} aria-label={label(tag)}>
          {tag}
        </Link>
      ))}
      {shown.length < tags.length && (
        <span className={classes.more}>{uiWords.moreTags(tags.length - shown.length)}</span>
      )}
    </span>
  );
}
