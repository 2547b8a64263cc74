import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { EventDetail, Request } from '#server/events/contract.ts';
import { CopyButton } from '../../ui/feedback/copy-button.tsx';
import { exactTime, formatBytes } from '../../ui/format.ts';
import { KeyValue } from '../../ui/table/key-value.tsx';
import classes from './event-detail.module.css';
import { words } from './words.ts';

/** The request as received, and its response. */
export function RawTab({ event }: { event: EventDetail }) {
  const { request } = event;
  if (request === null) {
    return <p className={classes.dim}>{words.raw.expired}</p>;
  }
  return (
    <>
      <p className={classes.requestLine}>
        <b>{request.method}</b> {request.path}
        {request.query !== '' && `?${request.query.replace(/^\?/, '')}`}
      </p>
      <KeyValue entries={facts(request)} />
      {request.keys_masked && <p className={classes.dim}>{words.raw.masked}</p>}
      <Body request={request} />
      <Block
        title={words.raw.response(request.status_code)}
        text={pretty(request.response)}
        copy={words.raw.copyResponse}
      />
      <h3 className={classes.heading}>{words.raw.headers}</h3>
      <KeyValue entries={Object.entries(request.headers).map(([name, value]) => [name, mono(value)])} />
    </>
  );
}

function facts(request: Request): [string, ReactNode][] {
  const { raw } = words;
  const { status_code: status, duration_ms: duration, key_prefix: prefix } = request;
  return [
    [raw.facts.answered, raw.answeredIn(status, duration)],
    [raw.facts.events, raw.counts(request.accepted, request.dropped)],
    [raw.facts.size, sizeOf(request)],
    [raw.facts.compression, request.compression],
    [raw.facts.key, prefix === null ? null : raw.key(prefix, request.key_position)],
    [raw.facts.client, [request.ip, request.user_agent].filter(Boolean).join(' · ')],
    [raw.facts.arrived, exactTime(new Date(request.received_at))],
  ];
}

function sizeOf({ body_bytes: sent, decoded_bytes: decoded }: Request): string {
  if (decoded === null) return words.raw.notDecoded(sent);
  return decoded === sent ? formatBytes(sent) : words.raw.sizes(sent, decoded);
}

function Body({ request }: { request: Request }) {
  const [view, setView] = useState('pretty');
  const isText = request.body_encoding === 'utf8';
  const text = isText && view === 'pretty' ? pretty(request.body) : request.body;
  const note = bodyNote(request);
  return (
    <Block
      title={words.raw.body}
      text={text === '' ? words.raw.empty : text}
      copy={words.raw.copyBody}
      note={note}
      control={
        isText && (
          <SegmentedControl
            size="xs"
            aria-label={words.raw.bodyAs}
            value={view}
            onChange={setView}
            data={[
              { value: 'pretty', label: words.raw.pretty },
              { value: 'received', label: words.raw.asReceived },
            ]}
          />
        )
      }
    />
  );
}

function bodyNote(request: Request): string | null {
  if (request.body_encoding === 'sha256') return words.raw.hashOnly;
  if (request.body_truncated) return words.raw.cut;
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

/** Most levels to indent: the indentation of nested brackets grows with the square of their number. */
const DEEPEST_PRETTY = 200;

function pretty(text: string): string {
  if (isDeeper(text, DEEPEST_PRETTY)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Counts all brackets, also those in strings, which errs on the safe side. */
function isDeeper(text: string, levels: number): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[{}\]]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > levels) return true;
  }
  return false;
}
