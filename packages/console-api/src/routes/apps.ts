export const appRoutes = {};
