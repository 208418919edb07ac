export const webhookRoutes = {};
