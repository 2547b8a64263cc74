import type { ReactNode } from 'react';
import type { EventDetail, Request } from '#server/events/contract.ts';
import { exactTime, formatBytes } from '../../ui/format.ts';
import { KeyValue } from '../../ui/table/key-value.tsx';
import looks from '../../ui/text.module.css';
import classes from './event-detail.module.css';
import { pretty } from './pretty.ts';
import { Block, RawBody } from './raw-body.tsx';
import { words } from './words.ts';

/** Shows the request as received, and its response. */
export function RawTab({ event }: { event: EventDetail }) {
  const { request } = event;
  if (request === null) {
    return <p className={looks.note}>{words.raw.expired}</p>;
  }
  return (
    <>
      <p className={classes.requestLine}>
        <b>{request.method}</b> {request.path}
        {request.query !== '' && `?${request.query.replace(/^\?/, '')}`}
      </p>
      <KeyValue entries={facts(request)} />
      {request.keys_masked && <p className={looks.note}>{words.raw.masked}</p>}
      <RawBody uuid={event.uuid} request={request} />
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

function mono(value: string) {
  return <span className="mono">{value}</span>;
}
