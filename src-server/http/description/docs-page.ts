import type { DocumentedOperation, JsonSchema, OpenApiDocument } from './openapi.ts';

const style = `
  :root { color-scheme: light dark; --line: light-dark(#d9dde3, #363c45); --soft: light-dark(#5a6472, #9aa4b2); }
  body { font: 14px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  code, pre { font: 13px/1.5 ui-monospace, monospace; }
  h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
  details { border-bottom: 1px solid var(--line); }
  summary { padding: .4rem 0; cursor: pointer; }
  .method { display: inline-block; width: 4.5rem; font-weight: 600; }
  .note, .type { color: var(--soft); }
  .body { padding: 0 0 .8rem 4.5rem; }
  h4 { margin: .6rem 0 .1rem; }
  table { border-collapse: collapse; }
  td { padding: .1rem 1.2rem .1rem 0; vertical-align: top; }
  a { color: inherit; }
`;

/** Renders the OpenAPI document as one page without scripts or external resources. `nonce` allows its styles. */
export function docsPage(document: OpenApiDocument, nonce: string): string {
  const byTag = Map.groupBy(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    ),
    ({ operation }) => operation.tags[0] ?? '',
  );
  const sections = Array.from(byTag, ([tag, entries]) => {
    const rows = entries.map(({ path, method, operation }) => operationHtml(document, path, method, operation));
    return `<section><h2 id="${html(tag)}">${html(tag)}</h2>${rows.join('')}</section>`;
  });
  const links = Array.from(byTag.keys(), (tag) => `<a href="#${html(tag)}">${html(tag)}</a>`).join(' · ');
  const { title, version, description } = document.info;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${html(title)} API</title><style nonce="${html(nonce)}">${style}</style></head>
<body><header><h1>${html(title)} API <span class="note">${html(version)}</span></h1>
<p>${inline(description)}</p><p>Address: <code>${html(document.servers[0]?.url ?? '')}</code> ·
OpenAPI 3.1: <a href="/api/schema/"><code>/api/schema/</code></a></p><nav aria-label="Sections">${links}</nav></header>
<main>${sections.join('')}</main></body></html>`;
}

function operationHtml(
  document: OpenApiDocument,
  path: string,
  method: string,
  operation: DocumentedOperation,
): string {
  const { schema: body, example } = operation.requestBody?.content['application/json'] ?? {};
  const [status = '200', success] = Object.entries(operation.responses)[0] ?? [];
  const answer = success?.content?.['application/json'].schema;
  const parameters = operation.parameters.map(({ name, required, schema, description, in: place }) => ({
    name,
    note: [placeNote(place), required && place !== 'path' ? 'Required.' : '', description ?? '']
      .filter(Boolean)
      .join(' '),
    schema,
  }));
  return `<details><summary><span class="method">${html(method.toUpperCase())}</span><code>${html(path)}</code>
<span class="note">${html(operation.summary)}</span></summary><div class="body">
<p class="note">${[keyNote(operation), ...prefixNotes(document, operation)].map(inline).join(' ')}</p>
${parameters.length === 0 ? '' : `<h4>Parameters</h4>${fieldTable(document, parameters)}`}
${body === undefined ? '' : `<h4>Body</h4>${schemaHtml(document, body)}`}
${example === undefined ? '' : `<pre>${html(JSON.stringify(example, null, 2))}</pre>`}
<h4>Answer ${html(status)}</h4>${answer === undefined ? '<p class="note">No body.</p>' : schemaHtml(document, answer)}
</div></details>`;
}

/** Says under which other addresses an operation is served. */
const prefixNotes = ({ servers: [own] }: OpenApiDocument, { servers = [] }: DocumentedOperation) =>
  servers.filter(({ url }) => url !== own?.url).map(({ url }) => `Also under \`${url}\`.`);

const placeNote = (place: string) => ({ path: 'Path.', header: 'Header.' })[place] ?? '';

function keyNote({ security }: DocumentedOperation): string {
  const needed = security.at(-1)?.personalApiKey;
  if (needed === undefined) return 'No personal API key needed.';
  if (security.length > 1) return 'A personal API key, or the code of a link in the body.';
  return needed.length === 0
    ? 'Any personal API key.'
    : `A personal API key with the permission: ${needed.join(', ')}.`;
}

function schemaHtml(document: OpenApiDocument, schema: JsonSchema): string {
  const target = resolve(document, schema);
  const { properties, required = [] } = target;
  if (properties === undefined) return `<p><code class="type">${html(typeText(document, schema))}</code></p>`;
  const fields = Object.entries(properties).map(([name, field]) => ({
    name,
    note: required.includes(name) ? '' : 'optional',
    schema: field,
  }));
  return fieldTable(document, fields);
}

type Field = { name: string; note: string; schema: JsonSchema };

function fieldTable(document: OpenApiDocument, fields: Field[]): string {
  const rows = fields.map(
    ({ name, note, schema }) =>
      `<tr><td><code>${html(name)}</code></td><td><code class="type">${html(typeText(document, schema))}</code></td>
<td class="note">${inline(note)}</td></tr>`,
  );
  return `<table>${rows.join('')}</table>`;
}

function resolve(document: OpenApiDocument, schema: JsonSchema): JsonSchema {
  const name = schema.$ref?.split('/').at(-1);
  return (name === undefined ? undefined : document.components.schemas[name]) ?? schema;
}

/** Describes a type briefly: `string (date-time) or null`, `array of Event`. */
function typeText(document: OpenApiDocument, schema: JsonSchema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.anyOf !== undefined) return schema.anyOf.map((part) => typeText(document, part)).join(' or ');
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.type === 'array') return `array of ${typeText(document, schema.items ?? {})}`;
  if (schema.contentMediaType !== undefined) return 'JSON text';
  if (schema.properties !== undefined) return `{ ${Object.keys(schema.properties).join(', ')} }`;
  const types = [schema.type ?? 'any'].flat().join(' or ');
  return `${types}${typeof schema.format === 'string' ? ` (${schema.format})` : ''}`;
}

/** Escapes text, and marks `code` between backticks. */
function inline(text: string): string {
  return html(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function html(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
