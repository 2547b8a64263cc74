import type { Description } from '../http/openapi.ts';
import {
  issuedPersonalKey,
  personalKey,
  personalKeyInput,
  personalKeyList,
  personalKeyUpdate,
  project,
  projectInput,
  projectKey,
  projectKeyInput,
  projectKeyList,
  projectList,
  userAnswer,
  userInput,
  userList,
  userSummary,
  userUpdate,
} from './contract.ts';
import {
  challengeAnswer,
  challengeInput,
  issuedSession,
  link,
  session,
  sessionList,
  signInInput,
} from './session-contract.ts';

const root = '/api/projects/';
const one = `${root}{project_id}/`;
const keys = `${one}api_keys/`;
const key = `${keys}{key_id}/`;
const personal = '/api/personal_api_keys/';
const users = '/api/users/';

const projects = { tag: 'Projects' } as const;
const projectKeys = { tag: 'Project API keys' } as const;
const personalKeys = { tag: 'Personal API keys' } as const;
const people = { tag: 'Users' } as const;
const sessions = { tag: 'Sessions' } as const;

export const projectDescription: Description = {
  schemas: {
    Project: project,
    ProjectKey: projectKey,
    PersonalKey: personalKey,
    IssuedPersonalKey: issuedPersonalKey,
    User: userSummary,
    ProjectList: projectList,
    ProjectKeyList: projectKeyList,
    PersonalKeyList: personalKeyList,
    UserList: userList,
    Session: session,
    SessionList: sessionList,
  },
  operations: [
    { ...projects, method: 'get', path: root, summary: 'List projects', paged: true, answer: projectList },
    {
      ...projects,
      method: 'post',
      path: root,
      summary: 'Add a project',
      body: projectInput,
      status: 201,
      answer: project,
    },
    { ...projects, method: 'get', path: one, summary: 'Read a project', answer: project },
    {
      ...projects,
      method: 'patch',
      path: one,
      summary: 'Rename a project',
      body: projectInput.partial(),
      answer: project,
    },
    { ...projects, method: 'delete', path: one, summary: 'Delete a project and all its data', status: 204 },

    { ...projectKeys, method: 'get', path: keys, summary: 'List keys', paged: true, answer: projectKeyList },
    {
      ...projectKeys,
      method: 'post',
      path: keys,
      summary: 'Issue a key',
      body: projectKeyInput,
      status: 201,
      answer: projectKey,
    },
    {
      ...projectKeys,
      method: 'patch',
      path: key,
      summary: 'Rename a key',
      body: projectKeyInput.partial(),
      answer: projectKey,
    },
    { ...projectKeys, method: 'delete', path: key, summary: 'Revoke a key', status: 204 },
    {
      ...projectKeys,
      method: 'post',
      path: `${key}rotate/`,
      summary: 'Replace the value of a key',
      answer: projectKey,
    },

    { ...personalKeys, method: 'get', path: personal, summary: 'List keys', paged: true, answer: personalKeyList },
    {
      ...personalKeys,
      method: 'post',
      path: personal,
      summary: 'Issue a key; its value is shown this once',
      body: personalKeyInput,
      status: 201,
      answer: issuedPersonalKey,
    },
    {
      ...personalKeys,
      method: 'patch',
      path: `${personal}{key_id}/`,
      summary: 'Rename a key',
      body: personalKeyUpdate.partial(),
      answer: personalKey,
    },
    { ...personalKeys, method: 'delete', path: `${personal}{key_id}/`, summary: 'Revoke a key', status: 204 },
    {
      ...personalKeys,
      method: 'post',
      path: `${personal}{key_id}/rotate/`,
      summary: 'Replace the value of a key; the new one is shown this once',
      answer: issuedPersonalKey,
    },

    { ...people, method: 'get', path: users, summary: 'List users', paged: true, answer: userList },
    {
      ...people,
      method: 'post',
      path: users,
      summary: 'Add a user',
      body: userInput,
      status: 201,
      answer: userSummary,
    },
    { ...people, method: 'get', path: `${users}{user_id}/`, summary: 'Read a user, or @me', answer: userAnswer },
    {
      ...people,
      method: 'patch',
      path: `${users}{user_id}/`,
      summary: 'Change a user',
      body: userUpdate,
      answer: userSummary,
    },

    {
      ...sessions,
      method: 'post',
      path: '/api/session/',
      summary: 'Sign in: exchange the code of a link, or a personal key as Bearer token, for a session',
      body: signInInput,
      answer: issuedSession,
    },
    { ...sessions, method: 'delete', path: '/api/session/', summary: 'Sign out: end this session', status: 204 },
    {
      ...sessions,
      method: 'post',
      path: '/api/session/challenge/',
      summary: 'Have the server prove that it knows the key of a session',
      body: challengeInput,
      answer: challengeAnswer,
      isPublic: true,
    },
    {
      ...sessions,
      method: 'post',
      path: '/api/session/links/',
      summary: 'Make a link that signs one browser in',
      status: 201,
      answer: link,
    },
    { ...sessions, method: 'get', path: '/api/sessions/', summary: 'List sessions', paged: true, answer: sessionList },
    { ...sessions, method: 'delete', path: '/api/sessions/', summary: 'End all sessions but this one', status: 204 },
    {
      ...sessions,
      method: 'delete',
      path: '/api/sessions/{session_id}/',
      summary: 'End a session',
      status: 204,
    },
  ],
};
