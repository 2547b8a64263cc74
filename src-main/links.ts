/** Links that the system opens in the app: the kinds of things they name, and the page that shows each. */
export const linkProtocol = 'benchtop';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const id = /^[1-9]\d{0,14}$/;

const kinds = {
  event: { names: uuid, path: (name: string) => `/live?minutes=0&selected=%22${name}%22` },
  experiment: { names: id, path: (name: string) => `/experiments/${name}` },
  flag: { names: /^.{1,400}$/, path: (name: string) => `/feature-flags/key/${encodeURIComponent(name)}` },
  person: { names: id, path: (name: string) => `/persons/${name}` },
};

export type LinkKind = keyof typeof kinds;

/** Returns the link to a thing; a flag goes by its key. */
export const linkTo = (kind: LinkKind, name: string | number) =>
  `${linkProtocol}://${kind}/${encodeURIComponent(name)}`;

/** Returns the path of the page that a link names; null for anything else, because any program may open one. */
export function pathOfLink(link: string): string | null {
  const match = /^benchtop:\/\/([a-z]+)\/([^/?#]+)\/?$/.exec(link);
  const [, kind = '', encoded = ''] = match ?? [];
  if (!Object.hasOwn(kinds, kind)) return null;
  const { names, path } = kinds[kind as LinkKind];
  try {
    const name = decodeURIComponent(encoded);
    return names.test(name) ? path(name) : null;
  } catch {
    return null;
  }
}

/** Returns the path of the link among the arguments of a process. */
export const pathInArguments = (args: readonly string[]) =>
  args.map(pathOfLink).find((path): path is string => path !== null) ?? null;
