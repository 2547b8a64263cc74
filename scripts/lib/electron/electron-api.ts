import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Node } from 'typescript/unstable/ast';
import { isCallExpression, isIdentifier, isObjectLiteralExpression, isStringLiteral } from 'typescript/unstable/ast/is';
import { API, type Checker, type NodeHandle, type Project } from 'typescript/unstable/sync';

const root = join(import.meta.dirname, '../../..');
const declarations = '/node_modules/electron/electron.d.ts';
const declared = readFileSync(join(root, declarations), 'utf8');

const listening = /^(on|once|off)$/;

/** `platforms`: the limits of the declaration; null is all. */
export type ElectronUse = { name: string; platforms: string | null; deprecated: boolean };

/** Lists sources of the shell, without its tests. */
export const shellFiles = () =>
  globSync('src-main/{*,updates/*,notifications/*}.ts', {
    cwd: root,
    exclude: (path) => path.endsWith('.test.ts'),
  }).sort();

/** Reads which parts of the pinned Electron's declarations the shell uses, and every error that TypeScript finds there. */
export function readElectronUses(): { uses: ElectronUse[]; errors: string[] } {
  const api = new API({ cwd: root });
  try {
    const [project] = api.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] }).getProjects();
    if (!project) throw new Error('TypeScript found no project');
    const uses = new Map<string, ElectronUse>();
    const errors = shellFiles().flatMap((path) => {
      const file = project.program.getSourceFile(join(root, path));
      if (!file) throw new Error(`${path} is not part of the project`);
      visit(file, project, (use) => uses.set(use.name, use));
      return project.program.getSemanticDiagnostics(join(root, path)).map(({ text }) => `${path}: ${text}`);
    });
    return { uses: [...uses.values()].sort((a, b) => (a.name < b.name ? -1 : 1)), errors };
  } finally {
    api.close();
  }
}

function visit(node: Node, project: Project, found: (use: ElectronUse) => void): void {
  for (const use of [named(node, project.checker), listened(node, project), ...options(node, project.checker)]) {
    if (use) found(use);
  }
  node.forEachChild((child) => visit(child, project, found));
}

/** Finds a method, property or class, by its name; overloads of `on` are events. */
function named(node: Node, checker: Checker): ElectronUse | null {
  if (!isIdentifier(node)) return null;
  const symbol = checker.getSymbolAtLocation(node);
  const declaration = symbol?.declarations.find(isElectrons);
  const parent = symbol?.getParent()?.name;
  if (!symbol || !declaration || parent === undefined || listening.test(symbol.name)) return null;
  if (!/^[A-Z]\w*$/.test(parent) || parent === 'CrossProcessExports') return null;
  return described(`${parent}.${symbol.name}`, declaration);
}

/** Finds an event, as in `app.on('ready', …)`. */
function listened(node: Node, { checker }: Project): ElectronUse | null {
  if (!isCallExpression(node)) return null;
  const [event] = node.arguments;
  const method = checker.getSymbolAtLocation(node.expression)?.name ?? '';
  if (!listening.test(method)) return null;
  const declaration = checker.getResolvedSignature(node)?.declaration;
  if (!event || !isStringLiteral(event) || !declaration || !isElectrons(declaration)) return null;
  const name = checker.getSymbolAtLocation(node.expression)?.getParent()?.name;
  return name === undefined ? null : described(`${name} '${event.text}'`, declaration);
}

/** Finds options in an object, whose declaration is that of the type expected there. */
function options(node: Node, checker: Checker): ElectronUse[] {
  if (!isObjectLiteralExpression(node)) return [];
  const type = checker.getContextualType(node);
  if (!type) return [];
  return node.properties.flatMap((member) => {
    const name = 'name' in member ? member.name : undefined;
    const property = name && isIdentifier(name) ? checker.getPropertyOfType(type, name.text) : undefined;
    const declaration = property?.declarations.find(isElectrons);
    const owner = property?.getParent()?.name;
    return property && declaration && owner !== undefined ? [described(`${owner}.${property.name}`, declaration)] : [];
  });
}

const isElectrons = ({ path }: NodeHandle) => path.endsWith(declarations);

function described(name: string, declaration: NodeHandle): ElectronUse {
  const node = declaration.resolve();
  // The comment is part of the space before a declaration.
  const comment = node ? declared.slice(node.pos, node.end).match(/^\s*\/\*\*[\s\S]*?\*\//)?.[0] : undefined;
  return {
    name,
    platforms: comment?.match(/@platform (\S+)/)?.[1] ?? null,
    deprecated: comment?.includes('@deprecated') ?? false,
  };
}
