// What main.mjs has started, for the files of flows.
const stage = JSON.parse(process.env.MORALIS_STAGE ?? '{}');

export const SERVER = stage.server;
export const NODE = stage.node;
export const PAGE = stage.page;
export const BROWSER = stage.browser;
export const PICTURES = stage.pictures;
export const CONTRACTS = stage.contracts;
export const WORLD = stage.world;

/** Where the pages of the old apps come from. */
export const ORIGIN = 'https://app.example';
