import { VisuallyHidden } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import type { Evaluation } from '#server/flags/evaluation/evaluation-contract.ts';
import { Swatch } from '../../ui/charts/swatch.tsx';
import { Copyable } from '../../ui/feedback/copy-button.tsx';
import layout from '../../ui/layout.module.css';
import looks from '../../ui/text.module.css';
import { shortNumber } from '../reason-words.ts';
import { variantColor } from '../variants/variant-color.ts';
import { flagWords } from '../words.ts';
import classes from './bucketing-line.module.css';
import { bucketingPercent, formatRollout, type Positions, positionsOf, positionText } from './position.ts';
import { words } from './words.tsx';

const { bucketing: text } = words;

/** Shows the hash of an id against the rollout of the deciding condition, and among the variants. */
export function BucketingLine({ evaluation }: { evaluation: Evaluation }) {
  const positions = positionsOf(evaluation);
  const { bucketing, key } = evaluation;
  if (positions === null || bucketing === null) {
    return <p className={classes.none}>{text.none}</p>;
  }
  return (
    <div className={layout.wideStack}>
      <RolloutLine positions={positions} />
      {positions.variants.length > 0 && <VariantLine positions={positions} />}
      <p className={classes.hashed}>
        {text.input(text.kinds[bucketing.kind])}{' '}
        <Copyable value={`${key}.${bucketing.identifier}`} label={text.copyInput} />
      </p>
    </div>
  );
}

function RolloutLine({ positions: { hash, rollout } }: { positions: Positions }) {
  const limit = rollout === null || rollout.all ? [] : [rollout.limit];
  const position = positionText(hash, limit);
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>
        <span className={classes.name}>{flagWords.rollout}</span>
        <Exact of={text.hash} value={hash} />
        <span className={looks.muted}>
          {rollout === null ? text.notReached : text.rollout(rollout.condition, formatRollout(rollout.limit * 100))}
        </span>
      </figcaption>
      <VisuallyHidden>{rolloutSentence(position, rollout)}</VisuallyHidden>
      <Axis position={hash} text={position}>
        {rollout !== null && (
          <>
            <span className={classes.reached} style={{ width: bucketingPercent(rollout.limit) }} />
            {!rollout.all && (
              <span className={classes.limit} style={at(rollout.limit)} data-end={rollout.limit > 0.85 || undefined}>
                <span className={classes.limitText}>{formatRollout(rollout.limit * 100)}</span>
              </span>
            )}
          </>
        )}
      </Axis>
    </figure>
  );
}

function rolloutSentence(hash: string, rollout: Positions['rollout']): string {
  if (rollout === null) return text.rolloutNotReached(hash);
  const { within, condition, all, limit } = rollout;
  return text.rolloutSide(hash, within, condition, all ? null : shortNumber(limit));
}

function VariantLine({ positions: { variants, variantHash, isSplit } }: { positions: Positions }) {
  const position =
    variantHash === null
      ? null
      : positionText(
          variantHash,
          variants.flatMap(({ low, high }) => [low, high]),
        );
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>
        <span className={classes.name}>{flagWords.variant}</span>
        {variantHash !== null && <Exact of={text.variantHash} value={variantHash} />}
        {!isSplit && <span className={looks.muted}>{text.notUsed}</span>}
      </figcaption>
      <Axis position={variantHash} text={position}>
        {variants.map(({ key, low, high, isHit }, index) => (
          <span
            key={key}
            className={classes.segment}
            data-hit={(isHit && isSplit) || undefined}
            title={`${key} [${shortNumber(low)}, ${shortNumber(high)})`}
            style={
              {
                left: bucketingPercent(low),
                width: bucketingPercent(high - low),
                '--segment': variantColor(index),
              } as CSSProperties
            }
          >
            {key}
          </span>
        ))}
      </Axis>
      <ul className={classes.ranges} aria-label={text.ranges}>
        {variants.map(({ key, low, high, isHit }, index) => (
          <li key={key} className={classes.range} data-hit={(isHit && isSplit) || undefined}>
            <Swatch color={variantColor(index)} />
            <span className={classes.rangeKey}>{key}</span>
            <span className={classes.number}>
              [{shortNumber(low)}, {shortNumber(high)})
            </span>
            {isHit && <span className={classes.here}>{text.here(position, isSplit)}</span>}
          </li>
        ))}
      </ul>
    </figure>
  );
}

/** Draws the axis from 0 to 1 with a pin at `position`. Hidden from screen readers: the figure says the same in text. */
function Axis(props: { position: number | null; text: string | null; children: ReactNode }) {
  const { position, children } = props;
  return (
    <div className={classes.axis} aria-hidden="true">
      {position !== null && (
        <span className={classes.pin} style={at(position)}>
          <span className={classes.pinText}>{props.text}</span>
        </span>
      )}
      <div className={classes.track}>{children}</div>
      <div className={classes.ticks}>
        {[0, 0.25, 0.5, 0.75, 1].map((tick) => (
          <span key={tick} className={classes.tick} style={at(tick)}>
            {tick}
          </span>
        ))}
      </div>
    </div>
  );
}

function Exact({ of, value }: { of: string; value: number }) {
  return (
    <span className={classes.exact}>
      {text.hash} <Copyable value={String(value)} label={of} />
    </span>
  );
}

/** Returns the style of a position; `--at` also shifts a label by a share of its width, which keeps it on the axis. */
function at(position: number): CSSProperties {
  return { '--at': bucketingPercent(position) } as CSSProperties;
}
