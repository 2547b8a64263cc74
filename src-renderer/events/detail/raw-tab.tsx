import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { EventDetail, Request } from '#server/events/contract.ts';
import { CopyButton } from '../../ui/feedback/copy-button.tsx';
import { exactTime, formatBytes } from '../../ui/format.ts';
import { KeyValue } from '../../ui/table/key-value.tsx';
import classes from './event-detail.module.css';

/** The request as it came and what was answered. */
export function RawTab({ event }: { event: EventDetail }) {
  const { request } = event;
  if (request === null) {
    return (
      <p className={classes.dim}>
        The request of this event is older than the request log reaches, so its headers and body are gone. The event
        itself is whole.
      </p>
    );
  }
  return (
    <>
      <p className={classes.requestLine}>
        <b>{request.method}</b> {request.path}
        {request.query !== '' && `?${request.query.replace(/^\?/, '')}`}
      </p>
      <KeyValue entries={facts(request)} />
      {request.keys_masked && <p className={classes.dim}>Text that looks like a secret key is masked.</p>}
      <Body request={request} />
      <Block title={`Response ${request.status_code}`} text={pretty(request.response)} copy="response" />
      <h3 className={classes.heading}>Headers</h3>
      <KeyValue entries={Object.entries(request.headers).map(([name, value]) => [name, mono(value)])} />
    </>
  );
}

function facts(request: Request): [string, ReactNode][] {
  const key = request.key_prefix === null ? null : `${request.key_prefix} in ${request.key_position ?? 'the body'}`;
  return [
    ['Answered', `${request.status_code} in ${request.duration_ms.toFixed(request.duration_ms < 10 ? 1 : 0)} ms`],
    ['Events', `${request.accepted} accepted, ${request.dropped} dropped`],
    ['Size', sizeOf(request)],
    ['Compression', request.compression],
    ['Key', key],
    ['Client', [request.ip, request.user_agent].filter(Boolean).join(' · ')],
    ['Arrived', exactTime(new Date(request.received_at))],
  ];
}

function sizeOf({ body_bytes: sent, decoded_bytes: unpacked }: Request): string {
  if (unpacked === null) return `${formatBytes(sent)} sent, could not be unpacked`;
  return unpacked === sent ? formatBytes(sent) : `${formatBytes(sent)} sent, ${formatBytes(unpacked)} unpacked`;
}

function Body({ request }: { request: Request }) {
  const [view, setView] = useState('pretty');
  const isText = request.body_encoding === 'utf8';
  const text = isText && view === 'pretty' ? pretty(request.body) : request.body;
  const note = bodyNote(request);
  return (
    <Block
      title="Body"
      text={text === '' ? 'empty' : text}
      copy="body"
      note={note}
      control={
        isText && (
          <SegmentedControl
            size="xs"
            aria-label="Body as"
            value={view}
            onChange={setView}
            data={[
              { value: 'pretty', label: 'Pretty' },
              { value: 'received', label: 'As received' },
            ]}
          />
        )
      }
    />
  );
}

function bodyNote(request: Request): string | null {
  if (request.body_encoding === 'sha256') return 'It could not be unpacked. Only its SHA-256 was kept.';
  if (request.body_truncated) return 'Only the first 64 KiB were kept.';
  return null;
}

function Block(props: { title: string; text: string; copy: string; note?: string | null; control?: ReactNode }) {
  return (
    <section className={classes.block} aria-label={props.title}>
      <div className={classes.blockBar}>
        <h3 className={classes.heading}>{props.title}</h3>
        {props.control}
        <CopyButton value={props.text} label={props.copy} />
      </div>
      {props.note && <p className={classes.dim}>{props.note}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={classes.code} tabIndex={0}>
        {props.text}
      </pre>
    </section>
  );
}

function mono(value: string) {
  return <span className="mono">{value}</span>;
}

/** Levels that are indented: the indentation of a body of nothing but brackets grows with the square of its length. */
const DEEPEST_PRETTY = 200;

function pretty(text: string): string {
  if (isDeeper(text, DEEPEST_PRETTY)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Counts brackets wherever they stand: in texts too, which only makes it more careful. */
function isDeeper(text: string, levels: number): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[{}\]]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > levels) return true;
  }
  return false;
}
