import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Author, Caller } from '../core/caller.ts';
import type { JsonObject, Permission } from '../core/contract.ts';
import type { Page } from '../core/page.ts';
import { formatQuery } from './csv.ts';
import { type ListingOf, pageQuery } from './list.ts';

/**
 * Who may call an endpoint. `open`: anyone. `project_key`: with a project key, which the handler reads from path or body. `code`:
 * with the `code` of a link in the body, or any key. `any`: every personal key and session. Otherwise those with the permission;
 * methods other than GET also need `write`.
 */
export type Access = 'open' | 'project_key' | 'code' | 'any' | Permission;

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
type Method = (typeof methods)[number];

export type Details = {
  tag: string;
  summary: string;
  /** Default: `any` for GET, else `changeAccess`. */
  access?: Access;
  /** Default: `write`. */
  changeAccess?: Permission;
  /** Path parameters that are not positive integers although their names end in `_id`. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** Headers that it reads beside those of every request. */
  headers?: z.ZodObject;
  /** An optional path prefix with `{parameters}`. */
  prefix?: `/${string}`;
  /** Paged by `limit` and `offset`; `answer` is a `listOf`. */
  paged?: true;
  /** Also answers with CSV, by `format`. */
  csv?: true;
  /** Changes the stored data as a whole, so it does not wait until the database takes writes. */
  isRepair?: true;
  /** SDKs call it with query parameters of their own: undescribed ones are ignored, not refused. */
  sdk?: true;
  body?: z.ZodType;
  /** Integers of the body that a number cannot hold are bigints, as in properties of events; elsewhere they are text. */
  keepsIntegers?: true;
  /** A working request: its body, or its query if it has no body. */
  example?: JsonObject;
  /** Status on success. Default: 200, or 204 without an answer. */
  status?: number;
  /** Body on success. Default: none. */
  answer?: z.ZodType;
};

/** One endpoint as the API description has it. `path` is absolute, with `{parameters}` and a trailing slash. */
export type Definition = Details & { method: Method; path: string };
export type Endpoint = Definition & { handle(input: never): unknown };

type ParamsIn<Route> = Route extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamsIn<Rest> : never;
type Params<Route, D> = {
  [Name in Exclude<ParamsIn<Route>, 'project_id'>]: D extends { params: z.ZodObject<infer Shape> }
    ? Name extends keyof Shape
      ? z.output<Shape[Name]>
      : PlainParam<Name>
    : PlainParam<Name>;
};
type PlainParam<Name> = Name extends `${string}_id` ? number : string;

/** The checked input of a handler. The caller may see the project `projectId`. */
type Input<Route extends string, D> = {
  request: Request;
  response: Response;
  params: Params<Route, D>;
  query: D extends { query: infer Query extends z.ZodType } ? z.output<Query> : unknown;
  body: D extends { body: infer Body extends z.ZodType } ? z.output<Body> : unknown;
  caller: D extends { access: 'open' | 'project_key' } ? null : D extends { access: 'code' } ? Caller | null : Caller;
} & ('project_id' extends ParamsIn<Route> ? { projectId: number; author: Author } : unknown) &
  (D extends { paged: true } ? { page: Page } : unknown);

type Result<D> = D extends { answer: infer Answer extends z.ZodType }
  ? D extends { paged: true }
    ? ListingOf<z.output<Answer>>
    : z.output<Answer>
  : unknown;

/**
 * Defines an endpoint of the management API: route, checks and description. Omit `answer` if the handler sends the response
 * itself.
 */
export function endpoint<const Route extends `${Method} /${string}`, const D extends Details>(
  route: Route,
  details: D,
  handle: (input: Input<Route, D>) => Result<D> | Promise<Result<D>>,
): Endpoint {
  return { ...describe(route, details), handle };
}

/** Details that all endpoints of a group share; an endpoint may set its own `access`. */
type Shared = Pick<Details, 'tag' | 'csv' | 'isRepair' | 'changeAccess'> & { access?: Permission };

export const endpointsOf =
  (shared: Shared) =>
  <const Route extends `${Method} /${string}`, const D extends Omit<Details, 'tag'>>(
    route: Route,
    details: D,
    handle: (input: Input<Route, D>) => Result<D> | Promise<Result<D>>,
  ): Endpoint => ({ ...describe(route, { ...shared, ...details }), handle });

/** Returns the details of an endpoint that answers a query; `example`: a working query. */
export const asking = <Query extends z.ZodObject, Answer extends z.ZodType>(
  query: Query,
  answer: Answer,
  example: JsonObject,
) => ({ query, answer, example });

/** Returns the details of an endpoint that lists results of a query, page by page. */
export const listing = <Query extends z.ZodObject, Answer extends z.ZodType>(query: Query, answer: Answer) =>
  ({ query, answer, paged: true }) as const;

/** Returns the details of an endpoint that changes something and answers with it; `example`: a working body. */
export const changing = <Body extends z.ZodType, Answer extends z.ZodType>(
  body: Body,
  answer: Answer,
  example: JsonObject,
) => ({ body, answer, example });

export const adding = <Body extends z.ZodType, Answer extends z.ZodType>(
  ...details: Parameters<typeof changing<Body, Answer>>
) => ({ ...changing(...details), status: 201 });

/** Describes an endpoint that is served elsewhere. */
export function describe(route: `${Method} /${string}`, details: Details): Definition {
  const [method, path] = route.split(' ') as [Method, string];
  return { ...details, method, path };
}

export const accessOf = ({ access, changeAccess = 'write', method }: Definition): Access =>
  access ?? (method === 'GET' ? 'any' : changeAccess);

export const successStatusOf = ({ status, answer }: Definition) => status ?? (answer === undefined ? 204 : 200);

export const querySchemas = ({ query, paged, csv }: Definition): z.ZodObject[] =>
  [query, paged && pageQuery, csv && formatQuery].filter((schema) => schema !== undefined);

/** Reports whether a query parameter is JSON text, as lists are. */
export function isJsonText(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return isJsonText(schema.unwrap());
  return schema instanceof z.ZodArray;
}
