import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import type { Request } from '#server/events/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { CopyButton } from '../../ui/feedback/copy-button.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { Segments } from '../../ui/segments.tsx';
import looks from '../../ui/text.module.css';
import { wholeBodyQuery } from '../queries.ts';
import classes from './event-detail.module.css';
import { pretty } from './pretty.ts';
import { words } from './words.ts';

/** Most characters that are indented by default, and rendered at a time. */
const maxEagerPretty = 256 * 1024;
const renderBatchSize = 200_000;

type View = 'pretty' | 'received';

/** Shows the body as received or indented; of a long one the start, and the rest on demand. */
export function RawBody({ uuid, request }: { uuid: string; request: Request }) {
  const project = useProject();
  const [wantsWhole, setWantsWhole] = useState(false);
  const { data, error, isFetching } = useQuery({ ...wholeBodyQuery(project.id, uuid), enabled: wantsWhole });
  const [chosen, setChosen] = useState<View>();
  const [drawn, setDrawn] = useState(renderBatchSize);
  const isText = request.body_encoding === 'utf8';
  const body = data ?? request.body;
  const view = chosen ?? (body.length > maxEagerPretty ? 'received' : 'pretty');
  const text = useMemo(() => (isText && view === 'pretty' ? pretty(body) : body), [isText, view, body]);
  const isWhole = !request.body_truncated || data !== undefined;
  return (
    <Block
      title={words.raw.body}
      text={text === '' ? words.raw.empty : text.slice(0, drawn)}
      copyText={text}
      copy={words.raw.copyBody}
      note={isText ? !isWhole && words.raw[request.body_parts > 0 ? 'start' : 'cut'](body.length) : words.raw.hashOnly}
      control={
        isText && (
          <Segments
            label={words.raw.bodyAs}
            names={{ pretty: words.raw.pretty, received: words.raw.asReceived }}
            value={view}
            onChange={setChosen}
          />
        )
      }
    >
      {!isWhole && request.body_parts > 0 && (
        <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => setWantsWhole(true)}>
          {words.raw.loadWhole(request.decoded_bytes ?? request.body_bytes)}
        </Button>
      )}
      {error !== null && <ErrorNote what={words.raw.loadVerb} error={error} />}
      {text.length > drawn && (
        <Button size="compact-sm" variant="default" onClick={() => setDrawn(drawn + renderBatchSize)}>
          {words.raw.showMore(Math.min(renderBatchSize, text.length - drawn), text.length)}
        </Button>
      )}
    </Block>
  );
}

type BlockProps = {
  title: string;
  text: string;
  copy: string;
  /** The copied text, if it is longer than the shown one. */
  copyText?: string;
  note?: string | false;
  control?: ReactNode;
  children?: ReactNode;
};

export function Block({ title, text, copy, copyText = text, note, control, children }: BlockProps) {
  return (
    <section className={classes.block} aria-label={title}>
      <div className={classes.blockBar}>
        <h3 className={classes.heading}>{title}</h3>
        {control}
        <CopyButton value={copyText} label={copy} />
      </div>
      {note && <p className={looks.note}>{note}</p>}
      <ScrollBox as="pre" className={classes.code}>
        {text}
      </ScrollBox>
      {children}
    </section>
  );
}
